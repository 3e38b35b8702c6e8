import type { postEmailRestore } from '@dineward/core/credentials/credentials.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { errorText } from '../../partner/error-text.ts'
import { textOf } from '../../ui/form/form-data.ts'

export type EmailRestore = { readonly restored: true } | { readonly error: string }

export async function restoreEmail(app: AppContext, form: FormData): Promise<EmailRestore> {
  try {
    const body = { token: textOf(form, 'token') }
    await app.api.call<typeof postEmailRestore>('POST', '/api/Members/EmailRestore', { body })
    return { restored: true }
  } catch (error) {
    return { error: errorText(app, error) }
  }
}
