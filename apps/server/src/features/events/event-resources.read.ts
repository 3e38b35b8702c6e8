import type { EventResource } from '@dineward/core/events/event-types.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Db } from '../../db/open-database.ts'

type Resources = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** How each resource is read as the partner API answers it. */
export const resourceReaders: Readonly<
  Record<EventResource, (db: Db, partner: Partner, ids: readonly string[]) => Promise<Resources>>
> = {
  member: stub,
  card: stub,
  dine: stub,
  reward: stub,
  balance: async (_db, _partner, ids) => new Map(ids.map(memberId => [memberId, { memberId }])),
  memberBonus: stub,
  payout: stub,
  claim: stub,
  reservation: stub,
  review: stub,
  restaurant: stub,
  accrualFile: stub,
  endpoint: stub,
}

async function stub(_db: Db, _partner: Partner, ids: readonly string[]): Promise<Resources> {
  return new Map(ids.map(id => [id, { id }]))
}
