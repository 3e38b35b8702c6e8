import type {
  postConfirmationMail,
  postEmailConfirmation,
} from '@dineward/core/identity/email-confirmation.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { errorText } from '../../partner/error-text.ts'
import { textOf } from '../../ui/form/form-data.ts'
import { memberQuery } from './member.queries.ts'

export type EmailConfirmation = { readonly done: 'confirmed' | 'sent' } | { readonly error: string }

/** With a token, confirm the address; else mail the link again. */
export async function confirmEmail(app: AppContext, form: FormData): Promise<EmailConfirmation> {
  const token = textOf(form, 'token')
  try {
    if (token === '') {
      await app.api.call<typeof postConfirmationMail>('POST', '/api/Member/EmailConfirmation', {})
      return { done: 'sent' }
    }
    await app.api.call<typeof postEmailConfirmation>('POST', '/api/Members/EmailConfirmation', {
      body: { token },
    })
    await app.queryClient.invalidateQueries({ queryKey: memberQuery(app).queryKey })
    return { done: 'confirmed' }
  } catch (error) {
    return { error: errorText(app, error) }
  }
}
