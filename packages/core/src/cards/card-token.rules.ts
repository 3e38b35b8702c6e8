import { type CardType, cardTypes } from './cards.contract.ts'

/**
 * The format of a card token: `tok_{fingerprint}.{brand}{lastFour}.{signature}`. The fingerprint is the same for the
 * same number, so that a card linked twice is recognized; the signature (HMAC-SHA256, base64url, over everything before
 * it) proves that the card frame issued it.
 */
export interface CardTokenParts {
  /** base64url, 22 to 43 characters. */
  readonly fingerprint: string
  readonly cardType: CardType
  readonly lastFour: string
}

/** The text that is signed. */
export function cardTokenText({ fingerprint, cardType, lastFour }: CardTokenParts): string {
  return `tok_${fingerprint}.${cardType}${lastFour}`
}

/** Parse a token, or null when it is malformed. Does not verify its signature. */
export function parseCardToken(
  token: string,
): (CardTokenParts & { signedText: string; signature: string }) | null {
  const match = /^(tok_([\w-]{22,43})\.([A-Za-z]+)(\d{4}))\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [, signedText = '', fingerprint = '', brand, lastFour = '', signature = ''] = match
  const cardType = cardTypes.find(type => type === brand)
  return cardType ? { signedText, fingerprint, cardType, lastFour, signature } : null
}
