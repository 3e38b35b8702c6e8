import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { readMemberBonuses } from '../partner-api/resources.read.ts'
import { recordEvents } from './record-events.service.ts'
import { selectEndedBonuses, selectRestaurantsToTell, type ToldRestaurant } from './tell-of-time.read.ts'
import { insertToldBonuses, upsertToldRestaurants } from './tell-of-time.repository.ts'

/* What no call changes: restaurants join, leave and change on a day, or by an import of thousands, and bonuses end. */

interface TimeServices {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
}

const atOnce = 500

/** @returns how many events */
export async function tellOfTime(services: TimeServices): Promise<number> {
  let count = 0
  for (const partner of services.partners.all().filter(({ settings }) => settings.recordsEvents)) {
    count += await untilNone(() => tellOfRestaurants(services, partner))
    count += await untilNone(() => tellOfBonuses(services, partner))
  }
  return count
}

async function untilNone(tell: () => Promise<number>): Promise<number> {
  let count = 0
  for (;;) {
    const told = await tell()
    count += told
    if (told < atOnce) return count
  }
}

/** Those that are there the first time are known to others already, by `GET /v1/restaurants`. */
function tellOfRestaurants({ db, clock }: TimeServices, partner: Partner): Promise<number> {
  return db.transaction().execute(async trx => {
    const found = await selectRestaurantsToTell(trx, partner.slug, { now: clock.now(), limit: atOnce })
    const news = found.rows.flatMap(row => {
      const type = found.isFirst ? null : typeOf(row)
      return type ? [{ type, id: row.merchantId, memberId: null } as const] : []
    })
    recordEvents({ db: trx, partner, clock }, news)
    await upsertToldRestaurants(trx, partner.slug, found.rows)
    return found.rows.length
  })
}

function typeOf({ status, toldStatus }: ToldRestaurant) {
  // One that is coming has not joined yet.
  if (status === 'coming') return null
  if (status === 'left') return toldStatus === 'open' ? 'restaurant.left' : null
  return toldStatus === 'open' ? 'restaurant.changed' : 'restaurant.joined'
}

function tellOfBonuses({ db, clock }: TimeServices, partner: Partner): Promise<number> {
  return db.transaction().execute(async trx => {
    const candidates = await selectEndedBonuses(trx, partner.slug, { now: clock.now(), limit: atOnce })
    const ids = candidates.map(({ id }) => id)
    const bonuses = await readMemberBonuses(trx, partner, ids, clock.now())
    const expired = candidates.filter(({ id }) => bonuses.get(id)?.status === 'expired')
    recordEvents(
      { db: trx, partner, clock },
      expired.map(({ id, memberId }) => ({ type: 'bonus.expired', id, memberId })),
    )
    await insertToldBonuses(trx, partner.slug, expired)
    return expired.length
  })
}
