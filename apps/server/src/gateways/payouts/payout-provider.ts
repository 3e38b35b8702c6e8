import type { PayoutDelivery, PayoutReason, PayoutTarget } from '@dineward/core/payouts/payouts.rules.ts'

export interface PayoutOrder {
  /** However often it is sent, it is paid once. */
  readonly externalId: string
  readonly amountCents: number
  readonly delivery: PayoutDelivery
  readonly processor: PayoutTarget['processor']
  /** The card's token, or the email address. */
  readonly target: string
  readonly recipient: { readonly name: string; readonly email: string }
  readonly programName: string
}

export type PayoutAnswer =
  | { readonly state: 'received' }
  | { readonly state: 'paid' }
  /** It was refused, or returned by the bank: nothing was paid. */
  | { readonly state: 'refused'; readonly reason: PayoutReason }

export interface PayoutProvider {
  readonly deliveries: readonly PayoutDelivery[]
  /** @throws when it is not known whether the order was accepted: ask with `find`. */
  send(order: PayoutOrder): Promise<PayoutAnswer>
  /** @returns null when the provider has no such order. @throws when it does not answer. */
  find(externalId: string): Promise<PayoutAnswer | null>
}
