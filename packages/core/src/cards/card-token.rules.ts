import { type CardType, cardTypes } from './cards.contract.ts'

/** `tok_{fingerprint}.{brand}{lastFour}.{signature}`: one fingerprint per number; HMAC-SHA256 over all before it. */
export interface CardTokenParts {
  /** base64url, 22 to 43 characters. */
  readonly fingerprint: string
  readonly cardType: CardType
  readonly lastFour: string
}

export function cardTokenText({ fingerprint, cardType, lastFour }: CardTokenParts): string {
  return `tok_${fingerprint}.${cardType}${lastFour}`
}

/** Null when malformed. Does not verify the signature. */
export function parseCardToken(
  token: string,
): (CardTokenParts & { signedText: string; signature: string }) | null {
  const match = /^(tok_([\w-]{22,43})\.([A-Za-z]+)(\d{4}))\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [, signedText = '', fingerprint = '', brand, lastFour = '', signature = ''] = match
  const cardType = cardTypes.find(type => type === brand)
  return cardType ? { signedText, fingerprint, cardType, lastFour, signature } : null
}
