import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCardToken } from '@dineward/core/cards/card-token.rules.ts'
import type { CardVault } from './card-vault.ts'

/** The vault of our card frame. Its tokens are signed, so verifying one needs no call. */
export function tokenCardVault(secret: string): CardVault {
  return {
    async verify(card) {
      const token = parseCardToken(card.cardId)
      if (!token || token.cardType !== card.cardType || token.lastFour !== card.lastFour) return null
      const expected = createHmac('sha256', secret).update(token.signedText).digest()
      const given = Buffer.from(token.signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return { cardToken: token.fingerprint }
    },
  }
}
