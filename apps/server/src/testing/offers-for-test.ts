import { randomUUID } from 'node:crypto'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { TestApp } from './test-app.ts'

/** The offer is from the test clock's day (March 10, 2026) on, for everyone, everywhere. */
export const offerForTest: OfferDefinition = {
  name: 'Spring',
  reward: { kind: 'fixed', units: 250 },
  minimumSpendCents: 2_000,
  budgetUnits: null,
  memberCapUnits: null,
  startsOn: '2026-03-10',
  endsOn: '2026-03-31',
  merchantIds: [],
  memberIds: null,
}

/** It has letters only: digits of a random text may be those of a card number, which are refused. */
export const newDraftId = (): string => `${randomUUID().replaceAll(/[^a-z]/g, '')}draft-of-a-test`

/** `offerForTest`, as it is stored. @returns its id */
export async function newStoredOffer(
  { database, clock }: TestApp,
  partner: Partner,
  { startsOn, endsOn }: Pick<OfferDefinition, 'startsOn' | 'endsOn'> = offerForTest,
): Promise<string> {
  const id = newDraftId()
  const { name, reward, minimumSpendCents } = offerForTest
  await database.db
    .insertInto('offers')
    .values({
      partnerId: partner.slug,
      id,
      name,
      audience: 'everyone',
      isEverywhere: true,
      webMessageOfferAmount: '250 points',
      rewardKind: reward.kind,
      rewardValue: 250,
      minimumSpendCents,
      budgetUnits: null,
      memberCapUnits: null,
      startsOn,
      endsOn,
      createdAt: clock.now(),
    })
    .execute()
  await database.db
    .insertInto('rewardBudgets')
    .values({ partnerId: partner.slug, kind: 'offer', code: id, limitUnits: null })
    .execute()
  return id
}
