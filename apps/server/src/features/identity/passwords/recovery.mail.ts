import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { Context } from '../../../context.ts'
import { type MailRecipient, queueMail } from '../../mail/mail.service.ts'

interface Recipient extends MailRecipient {
  readonly firstName: string
}

/** Call it in the transaction that issues the code. `id` names the code, so that each is mailed once. */
export async function queueRecoveryMail(
  ctx: Context,
  input: { member: Recipient; code: string; url: string; minutes: number; expiresAt: Date; id: string },
): Promise<void> {
  const { member, code, url, minutes, expiresAt, id } = input
  const say = words(ctx, { 'first name': member.firstName, code, minutes: String(minutes) })
  await queueMail(ctx, {
    cause: `recovery:${id}`,
    recipient: member,
    secretUntil: expiresAt,
    words: {
      subject: say('mail.recovery.subject'),
      preview: say('mail.recovery.preview'),
      title: say('mail.recovery.title'),
      code,
      paragraphs: [
        say('mail.recovery.text.link'),
        say('mail.recovery.text.code'),
        say('mail.recovery.text.ignore'),
      ],
      action: { text: say('mail.recovery.action'), url },
      footer: say('mail.footer'),
    },
  })
}

/** In the transaction that changes it. The way to object is to reset it once more. */
export async function queuePasswordChangedMail(
  ctx: Context,
  input: { member: Recipient; origin: string; id: string },
): Promise<void> {
  const { member, origin, id } = input
  const say = words(ctx, { 'first name': member.firstName })
  await queueMail(ctx, {
    cause: `password-changed:${id}`,
    recipient: member,
    words: {
      subject: say('mail.passwordChanged.subject'),
      preview: say('mail.passwordChanged.preview'),
      title: say('mail.passwordChanged.title'),
      paragraphs: [say('mail.passwordChanged.text'), say('mail.passwordChanged.text.object')],
      action: { text: say('mail.passwordChanged.action'), url: `${origin}/recover` },
      footer: say('mail.footer'),
    },
  })
}

function words({ partner, clock }: Context, values: Record<string, string>): (key: CopyKey) => string {
  const all = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    ...values,
  }
  return key => copyText(partner.copy, key, all)
}
