import { openStatuses, type PayoutReason } from '@dineward/core/payouts/payouts.rules.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StatementCreditsTable } from './payouts.tables.ts'

export type Payout = Selectable<StatementCreditsTable>

/** Existing ones stay unchanged. */
export async function insertPastCredits(
  db: Db,
  credits: readonly Omit<
    Insertable<StatementCreditsTable>,
    'targetRef' | 'attempts' | 'externalId' | 'reasonCode' | 'nextAttemptAt' | 'settledAt'
  >[],
): Promise<void> {
  if (credits.length === 0) return
  await db
    .insertInto('statementCredits')
    .values(
      credits.map(credit => ({
        ...credit,
        externalId: null,
        reasonCode: null,
        nextAttemptAt: null,
        settledAt: credit.createdAt,
      })),
    )
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

export async function insertPayout(
  db: Db,
  payout: Omit<Insertable<StatementCreditsTable>, 'status' | 'attempts' | 'reasonCode' | 'settledAt'>,
): Promise<void> {
  await db
    .insertInto('statementCredits')
    .values({ ...payout, status: 'pending', reasonCode: null, settledAt: null })
    .execute()
}

/** Those about which the provider is to be asked. */
export function selectDuePayouts(db: Db, partnerId: string, now: Date): Promise<Pick<Payout, 'id'>[]> {
  return db
    .selectFrom('statementCredits')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(500)
    .execute()
}

/** Count an attempt before it is made: no other worker makes it, and a killed one is known to have begun. */
export function claimPayout(
  db: Db,
  id: string,
  { now, nextAttemptAt }: { now: Date; nextAttemptAt: (attempts: number) => Date },
): Promise<Payout | undefined> {
  return db.transaction().execute(async trx => {
    const due = await trx
      .selectFrom('statementCredits')
      .selectAll()
      .where('id', '=', id)
      .where('nextAttemptAt', '<=', now)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return undefined
    const attempts = due.attempts + 1
    await updatePayout(trx, id, { attempts, nextAttemptAt: nextAttemptAt(attempts) })
    return { ...due, attempts }
  })
}

/** After its member: events of a member lock in the same order. */
export function lockPayout(db: Db, id: string): Promise<Payout | undefined> {
  return db
    .selectFrom('statementCredits')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updatePayout(
  db: Db,
  id: string,
  changes: Pick<Updateable<StatementCreditsTable>, 'status' | 'attempts' | 'nextAttemptAt' | 'receivedAt'>,
): Promise<void> {
  await db.updateTable('statementCredits').set(changes).where('id', '=', id).execute()
}

export async function settlePayout(
  db: Db,
  id: string,
  outcome: { status: 'completed' | 'rejected'; reasonCode: PayoutReason | null; settledAt: Date },
): Promise<void> {
  await db
    .updateTable('statementCredits')
    .set({ ...outcome, nextAttemptAt: null })
    .where('id', '=', id)
    .execute()
}

/** Payouts in flight, oldest first. */
export function listOpenPayouts(db: Db, limit: number): Promise<Payout[]> {
  return db
    .selectFrom('statementCredits')
    .selectAll()
    .where('status', 'in', openStatuses)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findPayout(db: Db, partnerId: string, id: string): Promise<Payout | undefined> {
  return db
    .selectFrom('statementCredits')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function partnerOfPayout(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('statementCredits')
    .select('partnerId')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.partnerId ?? null
}
