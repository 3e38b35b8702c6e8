import { type CardType, cardTypes } from './cards.contract.ts'

/**
 * `tok_{fingerprint}.{brand}{lastFour}~{expiry}~{nonce}~{the card's month}.{signature}`: one fingerprint per number and partner; the
 * signature is an HMAC-SHA256 over the partner and all before it (`signedCardToken`).
 */
export interface CardTokenParts {
  /** It is base64url of 22 to 43 characters. */
  readonly fingerprint: string
  readonly cardType: CardType
  readonly lastFour: string
  readonly expiresAt: Date
  /** It is base64url of 22 characters: no two tokens are the same. */
  readonly nonce: string
  /** The month in which the card expires, such as 203008; null in tokens of older frames. */
  readonly cardExpiry: string | null
}

export const cardTokenMinutes = 10

export function cardTokenText(parts: CardTokenParts): string {
  const { fingerprint, cardType, lastFour, expiresAt, nonce, cardExpiry } = parts
  const text = `tok_${fingerprint}.${cardType}${lastFour}~${expiresAt.getTime().toString(36)}~${nonce}`
  return cardExpiry === null ? text : `${text}~${cardExpiry}`
}

export function signedCardToken(partner: string, text: string): string {
  return `${partner}:${text}`
}

/** It is null when malformed. It does not verify the signature. */
export function parseCardToken(
  token: string,
): (CardTokenParts & { signedText: string; signature: string }) | null {
  const match = tokenPattern.exec(token)
  if (!match) return null
  const [, signedText = '', fingerprint = '', brand, lastFour = '', expiry = '', nonce = ''] = match
  const [cardExpiry = null, signature = ''] = match.slice(7)
  const cardType = cardTypes.find(type => type === brand)
  const expiresAt = new Date(Number.parseInt(expiry, 36))
  return cardType
    ? { signedText, fingerprint, cardType, lastFour, expiresAt, nonce, cardExpiry, signature }
    : null
}

const tokenPattern =
  /^(tok_([\w-]{22,43})\.([A-Za-z]+)(\d{4})~([\da-z]{7,9})~([\w-]{22})(?:~(\d{6}))?)\.([\w-]{43})$/
