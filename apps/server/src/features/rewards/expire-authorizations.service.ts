import { promiseDays } from '@dineward/core/rewards/dines/dine.rules.ts'
import type { StoredDine } from '@dineward/core/rewards/snapshot.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { Attempts } from '../../jobs/attempts.ts'
import type { RewardServices } from './load/resolve-events.service.ts'
import { redecideDines } from './process-events.service.ts'
import { selectOverdue } from './write/dines.repository.ts'

/**
 * A later clearing still awards. What fails for one member does not stop the others.
 * @returns the number of dines. @throws when something failed, at the end.
 */
export async function expireAuthorizations(services: RewardServices): Promise<number> {
  const { db, clock, partners } = services
  const seenBefore = new Date(clock.now().getTime() - days(promiseDays))
  const isOverdue = ({ status, clearedCents, createdAt }: StoredDine) =>
    status === 'Pending' && clearedCents === null && createdAt < seenBefore
  const attempts = new Attempts()
  let expired = 0
  for (const { slug } of partners.all()) {
    for (const place of await selectOverdue(db, slug, seenBefore)) {
      await attempts.make(`member ${place.memberId}`, () =>
        redecideDines(services, { partnerId: slug, ...place }, dine => {
          if (!isOverdue(dine.stored)) return dine
          expired++
          return { ...dine, expired: true }
        }),
      )
    }
  }
  attempts.end()
  return expired
}
