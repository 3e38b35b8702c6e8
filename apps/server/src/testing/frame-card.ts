import { createHmac } from 'node:crypto'
import { cardTokenText } from '@dineward/core/cards/card-token.rules.ts'
import type { CardType, FrameCard } from '@dineward/core/cards/cards.contract.ts'
import { testSecrets } from './test-app.ts'

/** A card as the card frame would hand it over. The same `number` is the same card. */
export function frameCard(
  number: string,
  cardType: CardType = 'Visa',
  secret = testSecrets.cardToken,
): FrameCard {
  const fingerprint = createHmac('sha256', 'fingerprint-key-of-tests').update(number).digest('base64url')
  const lastFour = number.slice(-4)
  const text = cardTokenText({ fingerprint, cardType, lastFour })
  const signature = createHmac('sha256', secret).update(text).digest('base64url')
  return { cardId: `${text}.${signature}`, cardType, lastFour }
}
