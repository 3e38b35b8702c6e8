import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import { type ExpiringCard, expiryCause } from './card-health.read.ts'

/** The mail is about the account, not an offer: it goes out whatever the email opt-in, once a card. */
export async function queueExpiryMail(
  ctx: Context,
  { card, origin }: { card: ExpiringCard; origin: string },
): Promise<void> {
  const { partner, clock } = ctx
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': card.member.firstName,
    brand: card.description,
    'last four': card.lastFour,
    month: formatDate(card.expiresOn, 'month'),
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: expiryCause(card),
    recipient: card.member,
    words: {
      subject: say('mail.cardExpiry.subject'),
      preview: say('mail.cardExpiry.preview'),
      title: say('mail.cardExpiry.title'),
      paragraphs: [say('mail.cardExpiry.text'), say('mail.cardExpiry.text.once')],
      action: { text: say('mail.cardExpiry.action'), url: `${origin}/account/manage_cards` },
      footer: say('mail.footer'),
    },
  })
}
