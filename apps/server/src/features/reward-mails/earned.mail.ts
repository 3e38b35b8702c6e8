import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatReward, settlesWithPartner } from '@dineward/core/partner/partner-questions.ts'
import { holdDaysOf } from '@dineward/core/payouts/payouts.rules.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import type { QueuedMail } from '../mail/mail.service.ts'
import type { EarnedDine } from './reward-mails.read.ts'

export function earnedMail(
  { partner, clock, origin }: Pick<Context, 'partner' | 'clock'> & { readonly origin: string },
  { dineId, merchantName, dinedOn, cardLastFour, netCents, units, member }: EarnedDine,
): QueuedMail {
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': member.firstName,
    reward: formatReward(partner, units),
    restaurant: merchantName,
    date: formatDate(dinedOn, 'long'),
    amount: formatCents(netCents),
    'last four': cardLastFour,
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  return {
    cause: `earned:${dineId}`,
    recipient: member,
    subscriber: { id: member.id, origin },
    words: {
      subject: say('mail.earned.subject'),
      preview: say('mail.earned.preview'),
      title: say('mail.earned.title'),
      paragraphs: [
        say('mail.earned.text'),
        ...(holdDaysOf(partner) > 0 ? [say('mail.earned.text.waits')] : []),
        say(settlesWithPartner(partner) ? 'mail.earned.text.settled' : 'mail.earned.text.paidOut'),
      ],
      action: { text: say('mail.earned.action'), url: `${origin}/account/recent_activity` },
      footer: say('mail.footer'),
    },
  }
}
