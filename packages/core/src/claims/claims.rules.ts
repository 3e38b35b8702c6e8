import type { CardType } from '../cards/cards.contract.ts'
import { days } from '../shared/clock.ts'
import { daysBetween, isLocalDate, type LocalDate } from '../shared/local-date.ts'
import { parseCents } from '../shared/money.ts'

export const openStates = ['received', 'checking', 'waiting_for_network'] as const
export const claimStates = [...openStates, 'approved', 'declined'] as const
export type ClaimState = (typeof claimStates)[number]

export const isOpen = (state: ClaimState): boolean => openStates.some(open => open === state)
export const isDecided = (state: ClaimState): boolean => !isOpen(state)

/** What a claim is answered; the copy has a sentence for each: `claims.answer.<code>`. */
export const claimAnswers = [
  'received',
  'network',
  'person',
  'event_found',
  'dine_to_check',
  'pending',
  'already_earned',
  'approved',
  'earned_nothing',
  'card_linked_later',
  'card_removed_before',
  'no_card',
  'not_earning',
  'declined',
] as const
export type ClaimAnswer = (typeof claimAnswers)[number]

export interface ClaimTerms {
  /** A claim is taken from so many days after the dine, and until so many. */
  readonly minDays: number
  readonly maxDays: number
}

/** What is wrong with a field; the copy has a sentence for each: `claims.problem.<code>`. */
export type ClaimProblem = 'date' | 'future' | 'tooEarly' | 'tooLate'

/** More is a mistake. */
const maxClaimCents = 1_000_000

/** `today` is the restaurant's local date. */
export function dateProblem(dinedOn: string, today: LocalDate, terms: ClaimTerms): ClaimProblem | null {
  if (!isLocalDate(dinedOn)) return 'date'
  const age = daysBetween(dinedOn, today)
  if (age < 0) return 'future'
  if (age < terms.minDays) return 'tooEarly'
  return age > terms.maxDays ? 'tooLate' : null
}

/** Null where it is not an amount that a dinner costs. */
export function claimCents(amount: number | string): number | null {
  const cents = parseCents(String(amount).trim())
  return cents !== null && cents > 0 && cents <= maxClaimCents ? cents : null
}

export function dateAfter(date: LocalDate, count: number): LocalDate {
  return new Date(Date.parse(date) + days(count)).toISOString().slice(0, 10)
}

export interface CardLink {
  readonly cardToken: string
  /** The restaurant's local dates. */
  readonly linkedOn: LocalDate
  readonly removedOn: LocalDate | null
}

/** It compares whole days, in favor of the member: the rules of the dine decide by the minute. */
export function wasLinkedOn({ linkedOn, removedOn }: CardLink, date: LocalDate): boolean {
  return linkedOn <= date && (removedOn === null || removedOn >= date)
}

/** Days after a dine, within which a card network looks for it (integrations: Missing transaction). */
const searchDays = { Visa: 90, Mastercard: 90, Discover: 90, Amex: 30 } as const satisfies Record<
  CardType,
  number
>

export const canAskNetwork = (cardType: CardType, dinedOn: LocalDate, today: LocalDate): boolean =>
  daysBetween(dinedOn, today) <= searchDays[cardType]
