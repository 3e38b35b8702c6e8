import type { postMailSubscription } from '@dineward/core/mail/mail-subscription.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { errorText } from '../../partner/error-text.ts'
import { textOf } from '../../ui/form/form-data.ts'

export type MailSubscription =
  | { readonly subscribed: boolean; readonly affectsEarning: boolean; readonly token: string }
  | { readonly error: string }

export async function changeMailSubscription(app: AppContext, form: FormData): Promise<MailSubscription> {
  const token = textOf(form, 'token')
  try {
    const body = { token, subscribed: textOf(form, 'subscribed') === 'true' }
    const answer = await app.api.call<typeof postMailSubscription>('POST', '/api/Members/MailSubscription', {
      body,
    })
    return { ...answer, token }
  } catch (error) {
    return { error: errorText(app, error) }
  }
}
