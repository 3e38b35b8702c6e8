import { createHash, createHmac } from 'node:crypto'
import { parseCardToken, signedCardToken } from '@dineward/core/cards/card-token.rules.ts'
import { lastDayOfMonth } from '@dineward/core/cards/cards.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { equalsAny } from '../../secrets/constant-time.ts'
import type { CardVault } from './card-vault.ts'

/** The frame is another process: it knows the machine's time only. */
const machineClock: Clock = { now: () => new Date() }

/** It is the vault of our card frame. Its tokens are signed, so verifying one needs no call. */
export function tokenCardVault(secrets: readonly string[], clock = machineClock): CardVault {
  return {
    async verify(card, partner) {
      const token = parseCardToken(card.cardId)
      if (!token || token.cardType !== card.cardType || token.lastFour !== card.lastFour) return null
      const text = signedCardToken(partner, token.signedText)
      const expected = secrets.map(secret => createHmac('sha256', secret).update(text).digest('base64url'))
      if (!equalsAny(token.signature, expected)) return null
      const { fingerprint: cardToken, expiresAt } = token
      if (expiresAt <= clock.now()) return null
      const useKey = createHash('sha256').update(token.signedText).digest('base64url')
      const { cardExpiry } = token
      return { cardToken, useKey, expiresAt, cardExpiresOn: cardExpiry && lastDayOfMonth(cardExpiry) }
    },
  }
}
