import { createHash } from 'node:crypto'
import { cardTypes } from '@dineward/core/cards/cards.contract.ts'
import { acceptsCardType } from '@dineward/core/partner/partner-questions.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { PartnerCards } from './partner-cards.ts'

const names = ['Everyday', 'Travel', 'Business', 'Student'] as const

/** Each member has the same four cards every time; the first expires at the end of this year. */
export function sandboxPartnerCards(clock: Clock): PartnerCards {
  return {
    async list(partner, { memberId }) {
      const types = cardTypes.filter(type => acceptsCardType(partner, type))
      const year = clock.now().getUTCFullYear()
      return names.map((name, place) => {
        const digest = createHash('sha256').update(`${partner.slug}:${memberId}:${name}`).digest()
        const cardType = types[digest[0]! % types.length]!
        return {
          partnerCardId: `pc_${lettersOf(digest.toString('hex', 0, 12))}`,
          cardType,
          lastFour: String(digest.readUInt16BE(1) % 10_000).padStart(4, '0'),
          description: `${name} ${cardType}`,
          cardToken: digest.toString('base64url'),
          expiresOn: `${year + place}-12-31`,
        }
      })
    },
  }
}

/** A hash may hold a run of digits that passes as a card number, which no request may carry. */
const lettersOf = (hex: string): string => hex.replaceAll(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)
