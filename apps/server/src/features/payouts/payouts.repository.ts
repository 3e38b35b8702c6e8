import type { PayoutReason, PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { StatementCreditsTable } from './payouts.tables.ts'

export type Payout = Selectable<StatementCreditsTable>

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

type PayoutKey = Pick<Payout, 'partnerId' | 'id'>

/** Count an attempt before it is made: no other worker makes it, and a killed one is known to have begun. */
export function claimPayout(
  db: Db,
  key: PayoutKey,
  { now, nextAttemptAt }: { now: Date; nextAttemptAt: (attempts: number) => Date },
): Promise<Payout | undefined> {
  return db.transaction().execute(async trx => {
    const due = await trx
      .selectFrom('statementCredits')
      .selectAll()
      .where('partnerId', '=', key.partnerId)
      .where('id', '=', key.id)
      .where('nextAttemptAt', '<=', now)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return undefined
    const attempts = due.attempts + 1
    await updatePayout(trx, key, { attempts, nextAttemptAt: nextAttemptAt(attempts) })
    return { ...due, attempts }
  })
}

/** Lock its member first: events of a member lock in the same order. */
export function lockPayout(db: Db, { partnerId, id }: PayoutKey): Promise<Payout | undefined> {
  return db
    .selectFrom('statementCredits')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updatePayout(
  db: Db,
  { partnerId, id }: PayoutKey,
  changes: Pick<Updateable<StatementCreditsTable>, 'status' | 'attempts' | 'nextAttemptAt' | 'receivedAt'>,
): Promise<void> {
  await db
    .updateTable('statementCredits')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

export async function settlePayout(
  db: Db,
  { partnerId, id }: PayoutKey,
  outcome: { status: 'completed' | 'rejected'; reasonCode: PayoutReason | null; settledAt: Date },
): Promise<void> {
  await db
    .updateTable('statementCredits')
    .set({ ...outcome, nextAttemptAt: null })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
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

export interface PayoutPage {
  readonly partnerIds: readonly string[]
  readonly status?: PayoutStatus | undefined
  /** This is the last payout of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The newest come first. */
export async function selectPayoutPage(
  db: Db,
  { partnerIds, status, after, limit }: PayoutPage,
): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select * from statement_credits
    where partner_id = any(${partnerIds}::text[])
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${
        after === undefined
          ? sql``
          : sql`and (created_at, id) < (
            select created_at, id from statement_credits
            where partner_id = any(${partnerIds}::text[]) and id = ${after})`
      }
    order by created_at desc, id desc
    limit ${limit}`.execute(db)
  return rows
}

export function sumPayoutsByStatus(
  db: Db,
  partnerIds: readonly string[],
): Promise<{ status: PayoutStatus; count: number; cents: number }[]> {
  return db
    .selectFrom('statementCredits')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.sum<number>('amountCents').as('cents'),
    ])
    .where('partnerId', 'in', partnerIds)
    .groupBy('status')
    .execute()
}
