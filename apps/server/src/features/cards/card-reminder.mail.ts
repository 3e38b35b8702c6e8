import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import type { MemberWithoutCard } from './card-reminder.read.ts'

/** The mail is about the account, not an offer: it goes to every new member once. */
export async function queueCardReminder(
  ctx: Context,
  { member, origin }: { member: MemberWithoutCard; origin: string },
): Promise<void> {
  const { partner, clock } = ctx
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': member.firstName,
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `card-reminder:${member.id}`,
    recipient: member,
    words: {
      subject: say('mail.cardReminder.subject'),
      preview: say('mail.cardReminder.preview'),
      title: say('mail.cardReminder.title'),
      paragraphs: [say('mail.cardReminder.text'), say('mail.cardReminder.text.safe')],
      action: { text: say('mail.cardReminder.action'), url: `${origin}/add_card` },
      footer: say('mail.footer'),
    },
  })
}
