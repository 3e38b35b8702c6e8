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

const cashHoldDays = 7

/** So long a dine's reward waits after it was posted, so that a refund finds it (docs/decisions/091). */
export const holdDaysOf = (partner: WithSettings<'currencyType' | 'rewards'>): number =>
  partner.settings.rewards.holdDays ?? (paysOut(partner) ? cashHoldDays : 0)

/** @returns whatever was posted by then waits no longer; null where nothing waits. */
export function holdsSince(partner: WithSettings<'currencyType' | 'rewards'>, now: Date): Date | null {
  const holdDays = holdDaysOf(partner)
  return holdDays === 0 ? null : new Date(now.getTime() - days(holdDays))
}

/** @param payableCents the balance without what waits. @returns all of it, or null below the threshold. */
export function payoutCents({ settings }: WithSettings<'payout'>, payableCents: number): number | null {
  return payableCents >= settings.payout.thresholdCents ? payableCents : null
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
export const payoutHolds = ['returned', 'needs_email', 'needs_card_or_email', 'waits'] as const
export type PayoutHold = (typeof payoutHolds)[number]

interface Payability {
  readonly balanceCents: number
  /** What of it waits, the oldest first, with the moment of its posting (ISO). */
  readonly waiting: readonly { readonly units: number; readonly postedAt: string }[]
  /** When the last payout came back, if no other card was linked since. */
  readonly returnedAt: Date | null
  readonly hasPayableCard: boolean
  readonly hasConfirmedEmail: boolean
}

/**
 * It holds what `payoutTarget` and `payoutCents` decide, and says when it is paid. @param used as `usedDeliveries`
 */
export function payoutHold(
  partner: WithSettings<'currencyType' | 'payout' | 'rewards'>,
  standing: Payability,
  used: readonly PayoutDelivery[],
  now: Date,
): { readonly hold: PayoutHold; readonly retryAt: Date | null } | null {
  const { returnedAt, hasPayableCard, hasConfirmedEmail } = standing
  const takesCards = used.includes('Card')
  if (!(takesCards && hasPayableCard) && !(used.includes('Email') && hasConfirmedEmail))
    return { hold: takesCards ? 'needs_card_or_email' : 'needs_email', retryAt: null }
  const retryAt = returnedAt && retryOfReturned(returnedAt)
  if (retryAt && retryAt > now) return { hold: 'returned', retryAt }
  const waitsUntil = endOfWait(partner, standing)
  return waitsUntil && waitsUntil > now ? { hold: 'waits', retryAt: waitsUntil } : null
}

export const payableCents = ({ balanceCents, waiting }: Pick<Payability, 'balanceCents' | 'waiting'>) =>
  balanceCents - waiting.reduce((sum, { units }) => sum + units, 0)

/** When as much has waited as a payout needs; null where enough has, or where the balance is too low. */
function endOfWait(
  partner: WithSettings<'currencyType' | 'payout' | 'rewards'>,
  standing: Pick<Payability, 'balanceCents' | 'waiting'>,
): Date | null {
  const { thresholdCents } = partner.settings.payout
  let payable = payableCents(standing)
  if (payable >= thresholdCents) return null
  for (const { units, postedAt } of standing.waiting) {
    payable += units
    if (payable >= thresholdCents) return new Date(Date.parse(postedAt) + days(holdDaysOf(partner)))
  }
  return null
}
