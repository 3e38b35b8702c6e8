import type { EventResource } from '@dineward/core/events/event-types.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Db } from '../../db/open-database.ts'
import {
  readClaims,
  readDines,
  readReservations,
  readRestaurants,
  readReviews,
} from '../partner-api/place-resources.read.ts'
import {
  type ReadResources,
  readAccrualFiles,
  readBalances,
  readCards,
  readMemberBonuses,
  readMembers,
  readPayouts,
  readRewards,
} from '../partner-api/resources.read.ts'

/** How each resource is read as the partner API answers it. */
export const resourceReaders: Readonly<Record<EventResource, ReadResources<object>>> = {
  member: readMembers,
  card: readCards,
  dine: readDines,
  reward: readRewards,
  balance: readOwnBalances,
  memberBonus: readMemberBonuses,
  payout: readPayouts,
  claim: readClaims,
  reservation: readReservations,
  review: readReviews,
  restaurant: readRestaurants,
  accrualFile: readAccrualFiles,
  endpoint: readEndpoints,
}

async function readOwnBalances(db: Db, partner: Partner, ids: readonly string[]) {
  const balances = await readBalances(db, partner, ids)
  return new Map([...balances].map(([memberId, balance]) => [memberId, { memberId, ...balance }]))
}

/** Without its secret. */
async function readEndpoints(db: Db, { slug }: Partner, ids: readonly string[]) {
  const rows = await db
    .selectFrom('webhookEndpoints')
    .select(['id', 'url', 'types', 'disabledAt', 'disabledReason'])
    .where('partnerId', '=', slug)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ disabledAt, ...row }) => [row.id, { ...row, disabledAt: disabledAt?.toISOString() ?? null }]),
  )
}
