import { type CardType, rewardsAreCents, type WithSettings } from '../partner/partner-questions.ts'
import { days } from '../shared/clock.ts'

/**
 * The list is that of shell §3.3. `error` says that the provider has not told for hours; it is asked again, and nothing
 * is given back.
 */
export const payoutStatuses = ['pending', 'pending_received', 'completed', 'rejected', 'error'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
/** The amount is in flight. */
export const openStatuses = [
  'pending',
  'pending_received',
  'error',
] as const satisfies readonly PayoutStatus[]

/** Why a payout came back. Each has a sentence: `payout.reason.…`. */
export const payoutReasons = [
  'account_erased',
  'card_closed',
  'card_not_supported',
  'email_undeliverable',
  'refused',
] as const
export type PayoutReason = (typeof payoutReasons)[number]

export type PayoutDelivery = 'Card' | 'Email'

export interface PayoutTarget {
  readonly delivery: PayoutDelivery
  readonly processor: 'MasterCard' | 'Visa' | 'Tremendous'
  /** The card's token, or the email address. */
  readonly ref: string
  readonly label: string
}

/** Points and miles are settled with the partner instead. */
export const paysOut = (partner: WithSettings<'currencyType'>): boolean => rewardsAreCents(partner)

/** @returns the whole balance, or null below the threshold. */
export function payoutCents({ settings }: WithSettings<'payout'>, balanceCents: number): number | null {
  return balanceCents >= settings.payout.thresholdCents ? balanceCents : null
}

const processors: Partial<Record<CardType, PayoutTarget['processor']>> = {
  Mastercard: 'MasterCard',
  Visa: 'Visa',
}

export const payableCardTypes = Object.keys(processors) as CardType[]

/** Those that the program uses, of the provider's. */
export function usedDeliveries(
  { settings }: WithSettings<'payout'>,
  deliveries: readonly PayoutDelivery[],
): PayoutDelivery[] {
  return deliveries.filter(delivery => delivery === 'Email' || settings.payout.delivery === 'Card')
}

interface Recipient {
  readonly email: string
  readonly emailConfirmed: boolean
  /** Linked ones, in the order in which they are tried. */
  readonly cards: readonly {
    readonly cardType: CardType
    readonly cardToken: string
    readonly lastFour: string
    readonly description: string
  }[]
}

/** The first card that the networks pay to, else the confirmed email address; null: nowhere. */
export function payoutTarget(
  partner: WithSettings<'payout'>,
  { email, emailConfirmed, cards }: Recipient,
  deliveries: readonly PayoutDelivery[],
): PayoutTarget | null {
  const used = usedDeliveries(partner, deliveries)
  if (used.includes('Card'))
    for (const { cardType, cardToken, lastFour, description } of cards) {
      const processor = processors[cardType]
      if (processor)
        return { delivery: 'Card', processor, ref: cardToken, label: `${description} ending in ${lastFour}` }
    }
  if (!emailConfirmed || email === '' || !used.includes('Email')) return null
  return { delivery: 'Email', processor: 'Tremendous', ref: email, label: email }
}

/** Attempts before a person should look. */
const maxAttempts = 10
const longestWaitMinutes = 60

/** When the provider is asked again: after 1, 2, 4 … minutes, then every hour. */
export const minutesToNextAttempt = (attempts: number): number =>
  Math.min(2 ** (attempts - 1), longestWaitMinutes)

export const isOverdue = (attempts: number): boolean => attempts >= maxAttempts

/** A returned payout waits that long, unless another card is linked meanwhile. */
export const retryReturnedAfterDays = 7

export const retryOfReturned = (returnedAt: Date): Date =>
  new Date(returnedAt.getTime() + days(retryReturnedAfterDays))

/** Why a balance above the threshold is not paid. */
export const payoutHolds = ['returned', 'needs_email', 'needs_card_or_email'] as const
export type PayoutHold = (typeof payoutHolds)[number]

interface Payability {
  /** When the last payout came back, if no other card was linked since. */
  readonly returnedAt: Date | null
  readonly hasPayableCard: boolean
  readonly hasConfirmedEmail: boolean
}

/**
 * It holds what `payoutTarget` decides, and says when a returned one is tried again. @param used as `usedDeliveries`
 */
export function payoutHold(
  { returnedAt, hasPayableCard, hasConfirmedEmail }: Payability,
  used: readonly PayoutDelivery[],
  now: Date,
): { readonly hold: PayoutHold; readonly retryAt: Date | null } | null {
  const takesCards = used.includes('Card')
  if (!(takesCards && hasPayableCard) && !(used.includes('Email') && hasConfirmedEmail))
    return { hold: takesCards ? 'needs_card_or_email' : 'needs_email', retryAt: null }
  const retryAt = returnedAt && retryOfReturned(returnedAt)
  return retryAt && retryAt > now ? { hold: 'returned', retryAt } : null
}
