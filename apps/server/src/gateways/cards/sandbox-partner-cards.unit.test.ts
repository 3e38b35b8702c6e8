import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { expect, test } from 'vitest'
import { sandboxPartnerCards } from './sandbox-partner-cards.ts'

test('ids of 10,000 members -> none is refused as a card number when a member chooses it', async () => {
  const { list } = sandboxPartnerCards({ now: () => new Date('2026-03-10T18:00:00Z') })
  const partner = { slug: 'harbor', settings: { cardTypesAccepted: ['visa'] } } as unknown as Partner
  const refused: string[] = []
  for (let member = 0; member < 10_000; member++) {
    const cards = await list(partner, { memberId: `member ${member}`, memberNumber: null })
    refused.push(...cards.map(card => card.partnerCardId).filter(containsCardNumber))
  }
  expect(refused).toEqual([])
})
