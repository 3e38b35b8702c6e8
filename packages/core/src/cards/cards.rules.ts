import { maxLinkedCards, type WithSettings } from '../partner/partner-questions.ts'
import { days } from '../shared/clock.ts'
import type { CardType, LinkedCard } from './cards.contract.ts'

export function remainingCardAllowance(partner: WithSettings<'maxLinkedCards'>, linkedCards: number): number {
  return Math.max(0, maxLinkedCards(partner) - linkedCards)
}

/** This is the description in '{description} ending in {lastFour}' (account §8). */
export function cardDescription(cardType: CardType): string {
  return cardType === 'Amex' ? 'American Express' : cardType
}

/** "203002" and "2030-02" give "2030-02-28". It is null where that is no month. */
export function lastDayOfMonth(text: string): string | null {
  const [, year, month] = /^(20\d\d)-?(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year && month ? new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10) : null
}

/** How long before its last day a card is said to expire. */
export const expiryHintDays = 60
/** How long a card may be linked without a dine. */
export const quietDays = 60

/** What a member should know about a linked card; an expiry first. */
export function cardHint(
  card: { readonly expiresOn: string | null; readonly linkedAt: Date; readonly hasRecentDine: boolean },
  now: Date,
): LinkedCard['hint'] {
  const expiry = card.expiresOn === null ? undefined : expiryHint(card.expiresOn, now)
  if (expiry) return expiry
  const isQuiet = !card.hasRecentDine && now.getTime() - card.linkedAt.getTime() >= days(quietDays)
  return isQuiet ? 'no_recent_dine' : undefined
}

/** A card is good to the end of its last day in the last time zone on earth (UTC-12). */
function expiryHint(expiresOn: string, now: Date): 'expired' | 'expires_soon' | undefined {
  const left = Date.parse(`${expiresOn}T00:00:00Z`) + days(1.5) - now.getTime()
  if (left <= 0) return 'expired'
  return left <= days(expiryHintDays) ? 'expires_soon' : undefined
}
