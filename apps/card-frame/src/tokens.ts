import { createHmac } from 'node:crypto'
import { hasExpired, parseCardNumber, parseExpiry } from '@dineward/core/cards/card-entry.rules.ts'
import { cardTokenText } from '@dineward/core/cards/card-token.rules.ts'
import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'
import type { ErrorCode } from '@dineward/core/shared/errors.ts'
import type { CardKeys } from './env.ts'

export type TokenResult =
  | { readonly ok: true; readonly card: FrameCard }
  | { readonly ok: false; readonly code: ErrorCode; readonly message?: string }

/** Issue a token for a card number. The number is neither stored, logged nor part of an answer or error. */
export function issueToken(body: unknown, keys: CardKeys, now: Date): TokenResult {
  const { number, expMonth, expYear } = (body ?? {}) as Record<string, unknown>
  if (typeof number !== 'string' || number.length > 40) return { ok: false, code: 'card_number_invalid' }
  const card = parseCardNumber(number)
  if (!card.ok) return { ok: false, code: card.problem }
  const expiry = isText(expMonth) && isText(expYear) ? parseExpiry(expMonth, expYear, now) : null
  if (!expiry) return { ok: false, code: 'card_expired', message: 'Check the expiry date and try again.' }
  if (hasExpired(expiry, now)) return { ok: false, code: 'card_expired' }

  const lastFour = card.digits.slice(-4)
  const fingerprint = hmac(keys.fingerprint, card.digits)
  const text = cardTokenText({ fingerprint, cardType: card.cardType, lastFour })
  return {
    ok: true,
    card: { cardId: `${text}.${hmac(keys.token, text)}`, cardType: card.cardType, lastFour },
  }
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
