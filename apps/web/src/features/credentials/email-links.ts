import type { postEmailChange, postEmailRestore } from '@dineward/core/credentials/credentials.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { errorText } from '../../partner/error-text.ts'
import { textOf } from '../../ui/form/form-data.ts'

export type LinkOutcome = { readonly done: true } | { readonly error: string }

export const changeEmail = (app: AppContext, form: FormData): Promise<LinkOutcome> =>
  outcomeOf(app, app.api.call<typeof postEmailChange>('POST', '/api/Members/EmailChange', bodyOf(form)))

export const restoreEmail = (app: AppContext, form: FormData): Promise<LinkOutcome> =>
  outcomeOf(app, app.api.call<typeof postEmailRestore>('POST', '/api/Members/EmailRestore', bodyOf(form)))

const bodyOf = (form: FormData) => ({ body: { token: textOf(form, 'token') } })

async function outcomeOf(app: AppContext, call: Promise<unknown>): Promise<LinkOutcome> {
  try {
    await call
    return { done: true }
  } catch (error) {
    return { error: errorText(app, error) }
  }
}
