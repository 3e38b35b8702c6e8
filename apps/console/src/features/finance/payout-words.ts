import type { PayoutReason, PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import type { Tone } from '../../ui/status.tsx'

export const payoutStatusWords: Readonly<Record<PayoutStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'To be sent', tone: 'wait' },
  pending_received: { label: 'At the provider', tone: 'wait' },
  completed: { label: 'Paid', tone: 'good' },
  rejected: { label: 'Came back', tone: 'warn' },
  error: { label: 'No answer', tone: 'bad' },
}

export const payoutReasonWords: Readonly<Record<PayoutReason, string>> = {
  account_erased: 'The account was erased',
  card_closed: 'The card is closed',
  card_not_supported: 'The card takes no credits',
  email_undeliverable: 'The email could not be delivered',
  refused: 'Refused by the bank or provider',
}
