import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { type PayoutReason, retryOfReturned } from '@dineward/core/payouts/payouts.rules.ts'
import { formatCents, formatInstant } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import type { Payee } from './payouts.read.ts'
import type { Payout } from './payouts.repository.ts'

type MailContext = Context & { readonly origin: string }

/** About the member's own money, not an offer. */
export async function queuePaidMail(
  ctx: MailContext,
  { payout, payee }: { payout: Payout; payee: Payee },
): Promise<void> {
  const say = copyOf(ctx, payout, payee)
  await queueMail(ctx, {
    cause: `payout-paid:${payout.id}`,
    recipient: payee,
    words: {
      subject: say('mail.payoutPaid.subject'),
      preview: say('mail.payoutPaid.preview'),
      title: say('mail.payoutPaid.title'),
      paragraphs: [say(`mail.payoutPaid.text.${payout.targetType}`), say('mail.payoutPaid.text.next')],
      action: { text: say('mail.payoutPaid.action'), url: `${ctx.origin}/account/recent_activity` },
      footer: say('mail.footer'),
    },
  })
}

export async function queueReturnedMail(
  ctx: MailContext,
  { payout, payee, reason }: { payout: Payout; payee: Payee; reason: PayoutReason },
): Promise<void> {
  const say = copyOf(ctx, payout, payee)
  await queueMail(ctx, {
    cause: `payout-returned:${payout.id}`,
    recipient: payee,
    words: {
      subject: say('mail.payoutReturned.subject'),
      preview: say('mail.payoutReturned.preview'),
      title: say('mail.payoutReturned.title'),
      paragraphs: [
        say('mail.payoutReturned.text'),
        say(`payout.reason.${reason}`),
        say('mail.payoutReturned.text.next'),
      ],
      action: { text: say('mail.payoutReturned.action'), url: `${ctx.origin}/account` },
      footer: say('mail.footer'),
    },
  })
}

function copyOf({ partner, clock }: Context, payout: Payout, payee: Payee): (key: CopyKey) => string {
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': payee.firstName,
    amount: formatCents(payout.amountCents),
    target: payout.targetLabel,
    date: formatInstant(retryOfReturned(clock.now()), 'long', partner.settings.timeZone),
  }
  return key => copyText(partner.copy, key, values)
}
