import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hasExpired, parseCardNumber, parseExpiry } from '@dineward/core/cards/card-entry.rules.ts'
import { cardTokenMinutes, cardTokenText, signedCardToken } from '@dineward/core/cards/card-token.rules.ts'
import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { ErrorCode } from '@dineward/core/shared/errors.ts'
import type { CardKeys } from './env.ts'
import { isTestNumber } from './test-numbers.rules.ts'

export type TokenResult =
  | { readonly ok: true; readonly card: FrameCard }
  | { readonly ok: false; readonly code: ErrorCode; readonly message?: string }

interface Issuer {
  readonly keys: CardKeys
  readonly now: Date
  /** It is true in production: this form is no certified one (decision 005), and may never see a real card. */
  readonly onlyTestNumbers: boolean
}

/**
 * It issues a token for a card number, good for this partner, once, for ten minutes. The number is neither stored,
 * logged nor part of an answer or error.
 */
export function issueToken(body: unknown, { keys, now, onlyTestNumbers }: Issuer): TokenResult {
  const { partner, number, expMonth, expYear } = (body ?? {}) as Record<string, unknown>
  if (!isSlug(partner)) return { ok: false, code: 'validation_failed' }
  if (typeof number !== 'string' || number.length > 40) return { ok: false, code: 'card_number_invalid' }
  const card = parseCardNumber(number)
  if (!card.ok) return { ok: false, code: card.problem }
  if (onlyTestNumbers && !isTestNumber(card.digits))
    return { ok: false, code: 'card_number_invalid', message: realCard }
  const expiry = isText(expMonth) && isText(expYear) ? parseExpiry(expMonth, expYear, now) : null
  if (!expiry) return { ok: false, code: 'card_expired', message: 'Check the expiry date and try again.' }
  if (hasExpired(expiry, now)) return { ok: false, code: 'card_expired' }

  const lastFour = card.digits.slice(-4)
  const text = cardTokenText({
    fingerprint: fingerprintAt(partner, hmac(keys.fingerprint, card.digits)),
    cardType: card.cardType,
    lastFour,
    expiresAt: new Date(now.getTime() + minutes(cardTokenMinutes)),
    nonce: randomBytes(16).toString('base64url'),
    cardExpiry: `${expiry.year}${String(expiry.month).padStart(2, '0')}`,
  })
  const signature = hmac(keys.token, signedCardToken(partner, text))
  return { ok: true, card: { cardId: `${text}.${signature}`, cardType: card.cardType, lastFour } }
}

const realCard =
  'This form takes test numbers only, such as 4242 4242 4242 4242. Never enter a real card here.'

/** Fingerprints of two partners cannot be matched. */
const fingerprintAt = (partner: string, fingerprint: string): string =>
  createHash('sha256').update(`${partner}:${fingerprint}`).digest('base64url')

export const isSlug = (partner: unknown): partner is string =>
  typeof partner === 'string' && /^[a-z][a-z0-9-]{0,60}$/.test(partner)

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
