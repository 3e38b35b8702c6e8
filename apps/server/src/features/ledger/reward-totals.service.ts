import type { Db } from '../../db/open-database.ts'
import { lastPostingId } from './ledger.repository.ts'
import { addToTotals, lockTotals } from './reward-totals.repository.ts'

/** One transaction takes this many ids: that is seconds, when a large ledger is added up for the first time. */
const batchSize = 100_000

/** Every posting until now is in the totals that insight reads. @returns how many ids were added */
export async function addUpRewards({ db }: { readonly db: Db }): Promise<number> {
  const last = await lastPostingId(db)
  for (let added = 0; ; ) {
    const count = await db.transaction().execute(async trx => {
      const after = await lockTotals(trx)
      const until = Math.min(last, after + batchSize)
      if (until > after) await addToTotals(trx, { after, until })
      return Math.max(0, until - after)
    })
    if (count === 0) return added
    added += count
  }
}
