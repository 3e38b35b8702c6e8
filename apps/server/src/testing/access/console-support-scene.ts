import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { postAdjustment } from '../../features/adjustments/adjustments.service.ts'
import { cardNetworkOf } from '../../features/card-events/card-network-for-test.ts'
import type { ClaimRow } from '../../features/claims/claims.repository.ts'
import { newLinkedCard, newMerchant } from '../factories.ts'
import type { TestApp } from '../test-app.ts'

interface Scene {
  readonly test: TestApp
  readonly partner: Partner
  readonly memberId: string
}

/** The actor is one of the operator's commands. */
const operator = { kind: 'system', name: 'an operator' } as const

const contextOf = ({ test, partner }: Scene) => ({ ...test.context(partner), actor: operator })

/** The reward has no dine. @returns its id. */
export async function newReward(scene: Scene): Promise<string> {
  const { memberId } = scene
  const { rewardId } = await postAdjustment(contextOf(scene), { memberId, units: 100, reason: 'A thank-you' })
  return rewardId
}

/** Of what staff gave. @returns its id. */
export async function newAdjustment(scene: Scene): Promise<string> {
  const { memberId } = scene
  return (await postAdjustment(contextOf(scene), { memberId, units: 100, reason: 'A thank-you' })).id
}

/** A report of a dine of $42.50 that a person is to answer. @returns its id. */
export async function newOpenClaim(
  { test, partner, memberId }: Scene,
  overrides: Partial<Pick<ClaimRow, 'nextBy' | 'receiptType' | 'amountCents' | 'dinedOn'>> = {},
): Promise<string> {
  const { db } = test.database
  const merchant = await newMerchant(test, partner)
  const card = await newLinkedCard(test, { id: memberId, partnerId: partner.slug })
  const id = randomUUID()
  await db
    .insertInto('claims')
    .values({
      id,
      partnerId: partner.slug,
      memberId,
      merchantId: merchant.id,
      linkedCardId: card.id,
      dinedOn: '2026-02-20',
      amountCents: 4_250,
      note: 'Table by the window',
      state: 'checking',
      answer: 'person',
      answerValues: '{}',
      nextBy: '2026-03-12',
      receiptType: null,
      requestId: null,
      transactionId: null,
      decidedAt: null,
      createdAt: test.clock.now(),
      ...overrides,
    })
    .execute()
  return id
}

/** A dine whose reward waits for a person, since its bill is unusual. @returns its id. */
export async function newHold({ test, partner, memberId }: Scene): Promise<string> {
  const merchant = await newMerchant(test, partner)
  const card = await newLinkedCard(test, { id: memberId, partnerId: partner.slug })
  const id = randomUUID()
  const network = cardNetworkOf(test, partner, { memberId, cardId: card.id, merchant })
  await network.deliver('transaction.clearing', { id, amount: 99_999 })
  const dines = test.database.db.selectFrom('dines').select('id')
  return (await dines.where('sourceTransactionId', '=', id).executeTakeFirstOrThrow()).id
}
