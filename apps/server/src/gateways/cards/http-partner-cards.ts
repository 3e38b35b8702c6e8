import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import { type CardType, cardTypes } from '@dineward/core/cards/cards.contract.ts'
import { lastDayOfMonth } from '@dineward/core/cards/cards.rules.ts'
import * as z from 'zod/mini'
import { callOut } from '../outgoing-calls.ts'
import type { PartnerCard, PartnerCards } from './partner-cards.ts'

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const answerSchema = z.object({
  cards: z
    .array(
      z.object({
        id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
        brand: text(40),
        lastFour: z.string().check(z.regex(/^\d{4}$/)),
        description: text(60),
        token: z.string().check(z.regex(/^[\w-]{16,200}$/)),
        expires: z.nullish(z.string().check(z.refine(month => lastDayOfMonth(month) !== null))),
      }),
    )
    .check(z.maxLength(100)),
})

/**
 * GET `{endpoint}/{member number, or member id where there is none}`; 404: the partner does not know the member. A member
 * waits for it: `waitMs` ends a call that hangs.
 */
export function httpPartnerCards(secrets: ReadonlyMap<string, string>, waitMs = 4_000): PartnerCards {
  return {
    async list({ slug, settings }, { memberId, memberNumber }) {
      const secret = secrets.get(slug)
      const holder = encodeURIComponent(memberNumber ?? memberId)
      const response = await callOut(`${settings.partnerCardsEndpoint}/${holder}`, {
        headers: { accept: 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
        signal: AbortSignal.timeout(waitMs),
      })
      const body = await response.text()
      if (response.status === 404) return []
      if (response.status !== 200)
        throw new Error(`the partner answered ${response.status} to its list of cards`)
      return readCards(body)
    },
  }
}

function readCards(body: string): PartnerCard[] {
  const { data } = z.safeParse(answerSchema, parsed(body))
  if (!data) throw new Error('the partner answered something else than a list of cards')
  const cards = data.cards.flatMap(({ id, brand, lastFour, description, token, expires }) => {
    if ([id, description, token].some(containsCardNumber))
      throw new Error('the partner answered with a card number')
    const cardType = cardTypes.find((type): type is CardType => type === brand)
    const expiresOn = expires ? lastDayOfMonth(expires) : null
    return cardType
      ? [{ partnerCardId: id, cardType, lastFour, description, cardToken: token, expiresOn }]
      : []
  })
  return [...new Map(cards.map(card => [card.partnerCardId, card])).values()]
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
