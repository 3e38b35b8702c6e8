import { targetUnits } from '@dineward/core/rewards/dine-decisions.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type Posting, postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { decidePastDine, type PastDine, type RecordedPastDine } from './past-dine.rules.ts'
import { insertPastDines } from './past-dines.repository.ts'
import type { RewardServices } from './resolve-events.service.ts'

const batchSize = 500

/** One transaction, idempotent. */
export async function recordPastDines(services: RewardServices, dines: readonly PastDine[]): Promise<void> {
  const now = services.clock.now()
  const decided = dines.map(dine => {
    const partner = services.partners.bySlug(dine.partnerId)
    if (!partner)
      throw new Error(`dine ${dine.transactionId} is of "${dine.partnerId}", which is no partner here`)
    return { partnerId: dine.partnerId, recorded: decidePastDine(partner, dine, now) }
  })
  await inTransaction(services.db, async db => {
    for (const [, ofPartner] of Map.groupBy(decided, ({ partnerId }) => partnerId)) {
      for (let start = 0; start < ofPartner.length; start += batchSize) {
        const batch = ofPartner.slice(start, start + batchSize).map(({ recorded }) => recorded)
        await insertPastDines(db, batch)
        await postMany(db, batch.flatMap(postingOf))
      }
    }
  })
}

function postingOf({ row, clearedAt }: RecordedPastDine): Posting[] {
  const units = targetUnits(row)
  if (units === 0) return []
  return [
    {
      partnerId: row.partnerId,
      idempotencyKey: `dine:${row.id}:1`,
      kind: 'dine_reward',
      correlationId: row.id,
      dineId: row.id,
      reasonCode: row.reasonCode ?? 'dine_cleared',
      postedAt: clearedAt,
      entries: rewardEntries(row.memberId, units),
    },
  ]
}

function inTransaction(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
