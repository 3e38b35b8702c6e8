import { maxLinkedCards, type WithSettings } from '../partner/partner-questions.ts'
import { passesLuhn } from './card-number.rules.ts'
import type { CardType } from './cards.contract.ts'

/** What a number of each brand looks like, digits only (account §5). */
const brandPatterns: Record<CardType, RegExp> = {
  Amex: /^3[47]\d{13}$/,
  Discover: /^(?:6011\d{12}|65\d{14})$/,
  Mastercard: /^(?:5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12})$/,
  Visa: /^4(?:\d{12}|\d{15})$/,
}

/** The brand of a complete card number without separators, or null. Says nothing about its checksum. */
export function cardBrandOf(digits: string): CardType | null {
  const brands = Object.entries(brandPatterns) as [CardType, RegExp][]
  return brands.find(([, pattern]) => pattern.test(digits))?.[0] ?? null
}

export type CardNumberProblem = 'card_number_invalid' | 'card_brand_not_accepted'

/** Judges what a person typed; spaces and dashes between digits are fine. */
export function readCardNumber(
  text: string,
): { ok: true; digits: string; cardType: CardType } | { ok: false; problem: CardNumberProblem } {
  const digits = text.replace(/[\s-]/g, '')
  if (!passesLuhn(digits)) return { ok: false, problem: 'card_number_invalid' }
  const cardType = cardBrandOf(digits)
  if (!cardType) return { ok: false, problem: 'card_brand_not_accepted' }
  return { ok: true, digits, cardType }
}

/**
 * A month and year as typed ("7", "07", "27", "2027"), or null when they are no date on a card: more than twenty years
 * ahead is a typing mistake.
 */
export function readExpiry(
  month: string | number,
  year: string | number,
  now: Date,
): { month: number; year: number } | null {
  const [monthText, yearText] = [String(month).trim(), String(year).trim()]
  if (!/^\d{1,2}$/.test(monthText) || !/^(?:\d{2}|\d{4})$/.test(yearText)) return null
  const expiry = { month: Number(monthText), year: Number(yearText) + (yearText.length === 2 ? 2000 : 0) }
  if (expiry.month < 1 || expiry.month > 12 || expiry.year > now.getUTCFullYear() + 20) return null
  return expiry
}

/** A card is good to the end of its month, wherever on earth that month ends last (UTC-12). */
export function hasExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const endOfMonth = Date.UTC(expiry.year, expiry.month, 1)
  return now.getTime() >= endOfMonth + 12 * 3_600_000
}

/** How many more cards a member may link (account §9). */
export function remainingCardAllowance(partner: WithSettings<'maxLinkedCards'>, linkedCards: number): number {
  return Math.max(0, maxLinkedCards(partner) - linkedCards)
}

/** What a card is called in lists and messages: '{description} ending in {lastFour}' (account §8). */
export function cardDescription(cardType: CardType): string {
  return cardType === 'Amex' ? 'American Express' : cardType
}
