import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { Context } from '../../../context.ts'
import { queueMail } from '../../mail/mail.service.ts'

/** Its reader may never have been here: it repeats nothing that was typed but the address. */
export async function queueEmailConfirmationMail(
  ctx: Context,
  {
    member,
    url,
    days,
    expiresAt,
    id,
  }: { member: { id: string; email: string }; url: string; days: number; expiresAt: Date; id: string },
): Promise<void> {
  const { partner, clock } = ctx
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    days: String(days),
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `email-confirmation:${id}`,
    recipient: { ...member, emailConfirmedAt: null },
    toUnconfirmed: true,
    secretUntil: expiresAt,
    words: {
      subject: say('mail.confirmEmail.subject'),
      preview: say('mail.confirmEmail.preview'),
      title: say('mail.confirmEmail.title'),
      paragraphs: [say('mail.confirmEmail.text'), say('mail.confirmEmail.text.ignore')],
      action: { text: say('mail.confirmEmail.action'), url },
      footer: say('mail.confirmEmail.footer'),
    },
  })
}
