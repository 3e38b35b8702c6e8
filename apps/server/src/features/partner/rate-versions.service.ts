import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from './partner-registry.service.ts'
import { insertChangedRates, insertFirstRates } from './rate-versions.repository.ts'

/** At the start of the server: a new release may bring folders with other rates. */
export async function recordRates({
  db,
  clock,
  partners,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
}): Promise<void> {
  const now = clock.now()
  for (const partner of partners.all()) {
    await insertFirstRates(db, { partner, now })
    await insertChangedRates(db, { partner, now, cause: 'folder' })
  }
}
