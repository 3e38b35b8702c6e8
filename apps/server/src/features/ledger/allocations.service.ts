import { allocate, fullyPaid, rewardOf } from '@dineward/core/ledger/allocations.rules.ts'
import type { Db } from '../../db/open-database.ts'
import {
  type Account,
  freeAllocationsOf,
  insertAllocations,
  selectAllocations,
  selectBalanceLines,
  selectPaidDebits,
} from './allocations.repository.ts'

/* For callers that have locked the member. */

/** Every debit of the member remembers which earnings it took; what is allocated stays. */
export async function allocateDebits(db: Db, account: Account, now: Date): Promise<void> {
  const [lines, existing] = [await selectBalanceLines(db, account), await selectAllocations(db, account)]
  await insertAllocations(db, account, allocate(lines, existing), now)
}

/** When a debit is returned, what it took is free again. */
export function freeAllocations(
  db: Db,
  debit: { partnerId: string; subject: string },
  now: Date,
): Promise<void> {
  return freeAllocationsOf(db, debit, now)
}

/** By debit (its subject), these are the dines that it took from, of whose reward nothing is left. */
export async function dinesPaidBy(
  db: Db,
  account: Account,
  debits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = await selectBalanceLines(db, account)
  const allocations = await selectAllocations(db, account)
  const paying = await selectPaidDebits(db, account)
  const payouts = lines.filter(({ kind, units }) => kind === 'payout' && units < 0)
  const pending = new Set(payouts.flatMap(({ postingId }) => (paying.has(postingId) ? [] : [postingId])))
  const paid = fullyPaid(lines, allocations, { paying, pending })
  const lineOf = new Map(lines.map(line => [line.postingId, line]))
  const byDebit = Map.groupBy(allocations, ({ debitId }) => lineOf.get(debitId)?.subject)
  return new Map(
    debits.map(debit => {
      const taken = (byDebit.get(debit) ?? []).map(({ earningId }) => rewardOf(lineOf.get(earningId)!))
      return [debit, [...new Set(taken)].filter(id => paid.has(id))]
    }),
  )
}
