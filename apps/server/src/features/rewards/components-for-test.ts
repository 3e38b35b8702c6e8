import { randomUUID } from 'node:crypto'
import type { Transaction } from '@dineward/core/activity/activity.contract.ts'
import type { BookedTable } from '@dineward/core/rewards/components/booking/booking.rules.ts'
import { type FlexOffer, offerRewardValue } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import type { Db } from '../../db/open-database.ts'
import type { CardNetwork } from '../card-events/card-network-for-test.ts'

export const auth = 'transaction.auth'
export const clearing = 'transaction.clearing'
export const refund = 'transaction.refund'

/** The clock says March 10, 2026, 2 PM in New York; a dine without a time is of March 9. */
export const onTuesday = { datetime: '2026-03-10T19:30:00' }

export const dineOf = async (network: CardNetwork) => (await network.activity())[0]

export const partsOf = async (network: CardNetwork) => {
  const dine = (await dineOf(network)) as Pick<Transaction, 'components'>
  return dine.components.map(({ source, kind, amount }) => [source, kind, amount])
}

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

export async function newOffer(
  db: Db,
  owner: Owner,
  { reward, createdAt, ...offer }: FlexOffer & { readonly merchantId: string },
): Promise<void> {
  await db
    .insertInto('flexOffers')
    .values({
      ...owner,
      ...offer,
      createdAt: new Date(createdAt),
      webMessageOfferAmount: 'an offer',
      rewardKind: reward.kind,
      rewardValue: offerRewardValue(reward),
    })
    .execute()
}

/** The table is booked for two hours. */
export async function newBooking(
  db: Db,
  owner: Owner,
  { id, merchantId, startsAt, bonusUnits }: BookedTable,
  status: 'booked' | 'canceled' = 'booked',
): Promise<void> {
  await db
    .insertInto('reservations')
    .values({
      ...owner,
      id,
      merchantId,
      startsAt: new Date(startsAt),
      endsAt: new Date(startsAt + 2 * 3_600_000),
      partySize: 2,
      status,
      canceledAt: status === 'canceled' ? new Date(startsAt - 12 * 3_600_000) : null,
      tableNo: 1,
      confirmationCode: randomUUID().slice(0, 8),
      bonusAmount: bonusUnits,
      bonusStatus: status === 'booked' ? 'pending' : 'withdrawn',
      idempotencyKey: randomUUID(),
      requestHash: 'x',
      bookedAt: new Date(startsAt - 24 * 3_600_000),
    })
    .execute()
}
