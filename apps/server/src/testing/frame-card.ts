import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cardTokenText, signedCardToken } from '@dineward/core/cards/card-token.rules.ts'
import type { CardType, FrameCard } from '@dineward/core/cards/cards.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { testSecrets } from './test-app.ts'

interface FrameCardOptions {
  readonly cardType?: CardType
  readonly secret?: string
  readonly expiresAt?: Date
  readonly cardExpiry?: string | null
}

/** A card as the card frame would hand it over, for a partner. The same `number` is the same card. */
export function frameCard(
  partner: { readonly slug: string },
  number: string,
  {
    cardType = 'Visa',
    secret = testSecrets.cardToken,
    expiresAt = new Date(Date.now() + minutes(10)),
    cardExpiry = null,
  }: FrameCardOptions = {},
): FrameCard {
  const ofNumber = createHmac('sha256', 'fingerprint-key-of-tests').update(number).digest('base64url')
  const fingerprint = createHash('sha256').update(`${partner.slug}:${ofNumber}`).digest('base64url')
  const lastFour = number.slice(-4)
  const nonce = randomBytes(16).toString('base64url')
  const text = cardTokenText({ fingerprint, cardType, lastFour, expiresAt, nonce, cardExpiry })
  const signature = createHmac('sha256', secret)
    .update(signedCardToken(partner.slug, text))
    .digest('base64url')
  return { cardId: `${text}.${signature}`, cardType, lastFour }
}
