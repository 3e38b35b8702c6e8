import type { PostingCause } from '../rewards/posting-cause.ts'
import { formatCents, formatDate } from '../shared/format.ts'
import { lookUp } from '../shared/look-up.ts'
import { tierText } from './decision-words.rules.ts'

/** Why an event of a card network was not used, or is no news, and what to do, for staff to read. */
const sentences = {
  card_unknown: 'The card is not one that a member linked here.',
  member_erased: 'The member was erased.',
  event_in_future: 'It is dated more than two days ahead. Ask the network, then retry it.',
  event_before_program: 'It is dated before the first day of the program. Ask the network, then retry it.',
  processing_failed: 'It failed ten times. The error says why; retry it once that is solved.',
  refund_waits: 'A refund whose payment has not arrived. It is used when it does.',
  authorization_unknown: 'It takes back a payment that was never reported.',
  transaction_of_another_card: 'Another card has a transaction with this id.',
  transaction_id_reserved: 'The id has a form that is kept for another network.',
  duplicate: 'It repeats what was reported before, and changes nothing.',
  superseded: 'A newer report of the same payment counts.',
  validation_failed: 'The report is not in the agreed form.',
  invalid_json: 'The report is not readable.',
} satisfies Record<string, string>

export const eventReasonText = (code: string): string => lookUp(sentences, code) ?? code.replaceAll('_', ' ')

/** What a posting is for, by its reason code, where members have no sentence for it. */
const postingReasons = {
  adjustment: 'Adjustment by staff',
  adjustment_reversed: 'Adjustment reversed',
  dine_cleared: 'Dine cleared',
  dine_merged: 'Merged with another report of the same dine',
  member_erased: 'Member erased',
  partner_confirmed: 'Confirmed by the partner',
  payout_reserved: 'Reserved for a payout',
  referral_dine_refunded: 'Referral taken back: the dine was refunded',
  referral_friend: 'Referral, to the friend',
  referral_referrer: 'Referral, to the member who invited',
} satisfies Record<string, string>

export const postingReasonText = (code: string, cause: PostingCause | null = null): string => {
  if (cause) return causeText(cause)
  const text = lookUp(postingReasons, code) ?? code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function causeText(cause: PostingCause): string {
  if (cause.kind === 'tier_changed')
    return `Tier changed: ${tierText(cause.after)} on ${formatDate(cause.dinedOn, 'medium')}, not ${tierText(cause.before)}`
  const refund = `the refund of ${formatCents(cause.amountCents)} on ${formatDate(cause.refundedOn, 'medium')} (${cause.transactionId})`
  return `Refund moved: ${refund} is ${cause.isOfThisDine ? 'of this dine now' : 'of this dine no longer'}`
}
