import type { CardBrandCode } from '../partner/settings/cards.settings.ts'
import { formatList } from '../shared/format.ts'
import { passesLuhn } from './card-number.rules.ts'
import type { CardType } from './cards.contract.ts'

/* Used by the form's page and again by the process that issues the token. */

interface CardBrand {
  readonly name: CardType
  /** First digits, enough to know the brand (account §5). */
  readonly start: RegExp
  readonly lengths: readonly number[]
  readonly groups: readonly number[]
}

export const cardBrands: Readonly<Record<CardBrandCode, CardBrand>> = {
  VISA: { name: 'Visa', start: /^4/, lengths: [13, 16], groups: [4, 4, 4, 4] },
  MAST: {
    name: 'Mastercard',
    start: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  AMEX: { name: 'Amex', start: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  DISC: { name: 'Discover', start: /^(?:6011|65)/, lengths: [16], groups: [4, 4, 4, 4] },
}
export const cardBrandCodes = Object.keys(cardBrands) as CardBrandCode[]

export function brandStartingWith(digits: string): CardBrandCode | null {
  return cardBrandCodes.find(code => cardBrands[code].start.test(digits)) ?? null
}

/** Does not check the checksum. */
export function cardBrandOf(digits: string): CardType | null {
  const code = brandStartingWith(digits)
  if (!code || !/^\d+$/.test(digits) || !cardBrands[code].lengths.includes(digits.length)) return null
  return cardBrands[code].name
}

export type CardNumberProblem = 'card_number_invalid' | 'card_brand_not_accepted'

/** Spaces and dashes between digits are accepted. */
export function parseCardNumber(
  text: string,
): { ok: true; digits: string; cardType: CardType } | { ok: false; problem: CardNumberProblem } {
  const digits = text.replace(/[\s-]/g, '')
  if (!passesLuhn(digits)) return { ok: false, problem: 'card_number_invalid' }
  const cardType = cardBrandOf(digits)
  if (!cardType) return { ok: false, problem: 'card_brand_not_accepted' }
  return { ok: true, digits, cardType }
}

/** It reads "7", "07", "27", "2027". Null is an impossible one: more than twenty years ahead is a typing mistake. */
export function parseExpiry(
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

/** A card is good to the end of its month in the last time zone on earth (UTC-12). */
export function hasExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const endOfMonth = Date.UTC(expiry.year, expiry.month, 1)
  return now.getTime() >= endOfMonth + 12 * 3_600_000
}

export interface EntryProblem {
  readonly code: CardNumberProblem | 'card_expired'
  readonly message: string
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

export function formatCardNumber(digits: string): string {
  const { groups } = cardBrands[brandStartingWith(digits) ?? 'VISA']
  const parts: string[] = []
  let start = 0
  for (const size of groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + size))
    start += size
  }
  if (start < digits.length) parts.push(digits.slice(start))
  return parts.join(' ')
}

/** Null for a number that can be linked. */
export function numberProblem(digits: string, accepted: readonly CardBrandCode[]): EntryProblem | null {
  if (digits === '') return { code: 'card_number_invalid', message: 'Please enter your credit card number.' }
  const code = brandStartingWith(digits)
  if (code && !accepted.includes(code)) {
    const message = `We do not take ${cardBrands[code].name}. ${weAccept(accepted)}`
    return { code: 'card_brand_not_accepted', message }
  }
  if (parseCardNumber(digits).ok) return null
  return { code: 'card_number_invalid', message: `Check the number. ${weAccept(accepted)}` }
}

function weAccept(accepted: readonly CardBrandCode[]): string {
  const names = accepted.map(code => cardBrands[code].name)
  return `We accept ${formatList(names)}.`
}

export function isFullLength(digits: string): boolean {
  const code = brandStartingWith(digits)
  return code !== null && digits.length === Math.max(...cardBrands[code].lengths)
}

/** "7" waits, "07" and "8" are a month: "08 / ". `typing` is false when a digit was removed. */
export function formatExpiry(text: string, typing: boolean): string {
  let digits = digitsOf(text)
  // A month typed with one digit and a slash, or that can have no second digit.
  if (/^\s*\d\s*\//.test(text) || /^[2-9]/.test(digits)) digits = `0${digits}`
  // "07 / 2027", as browsers fill it in.
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && !typing)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Null for an expiry that has not passed. */
export function expiryProblem(digits: string, now: Date): EntryProblem | null {
  const problem = (message: string): EntryProblem => ({ code: 'card_expired', message })
  if (digits === '') return problem('Please enter the expiry date.')
  const expiry = digits.length === 4 ? parseExpiry(digits.slice(0, 2), digits.slice(2), now) : null
  if (!expiry) return problem('Enter month and year, as in 08 / 29.')
  return hasExpired(expiry, now) ? problem('This card has expired. Please use another card.') : null
}
