import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { Context } from '../../context.ts'
import { type MailRecipient, queueMail } from './mail.service.ts'

/** In the transaction that confirms the member's address. */
export async function queueWelcomeMail(
  ctx: Context,
  input: { member: MailRecipient & { id: string; firstName: string; emailOptIn: boolean }; origin: string },
): Promise<void> {
  const { partner, clock } = ctx
  const { id, firstName, emailOptIn } = input.member
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': firstName,
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `welcome:${id}`,
    recipient: input.member,
    ...(emailOptIn ? { subscriber: { id, origin: input.origin } } : {}),
    words: {
      subject: say('mail.welcome.subject'),
      preview: say('mail.welcome.preview'),
      title: say('mail.welcome.title'),
      paragraphs: [say('mail.welcome.text.card'), say('mail.welcome.text.see')],
      action: { text: say('mail.welcome.action'), url: `${input.origin}/search` },
      footer: say('mail.footer'),
    },
  })
}
