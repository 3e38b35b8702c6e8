import type { Allocation, BalanceLine } from '@dineward/core/ledger/allocations.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface Account {
  readonly partnerId: string
  readonly memberId: string
}

/** By time, without payouts that were returned, and their returns. Imported postings have ids in another order. */
export async function selectBalanceLines(
  db: Db,
  { partnerId, memberId }: Account,
): Promise<(BalanceLine & { kind: string })[]> {
  const { rows } = await sql<BalanceLine & { kind: string }>`
    select posting_id, kind, subject, dine_id, units from (
      select posting.id as posting_id, posting.posted_at, posting.kind, posting.correlation_id as subject,
        posting.dine_id, entry.units,
        sum(entry.units) over (partition by posting.kind, posting.correlation_id) as left_over
      from ledger_entries entry
      join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
        and posting.counts_at = entry.counts_at
      where entry.partner_id = ${partnerId} and entry.member_id = ${memberId} and entry.account = 'member_rewards'
    ) line
    where kind <> 'payout' or left_over <> 0
    order by posted_at, posting_id`.execute(db)
  return rows
}

export function selectAllocations(db: Db, { partnerId, memberId }: Account): Promise<Allocation[]> {
  return db
    .selectFrom('ledgerAllocations')
    .select(['debitId', 'earningId', 'units'])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('freedAt', 'is', null)
    .execute()
}

export async function insertAllocations(
  db: Db,
  account: Account,
  allocations: readonly Allocation[],
  now: Date,
): Promise<void> {
  if (allocations.length === 0) return
  const of = <T>(field: (one: Allocation) => T) => allocations.map(field)
  await sql`
    insert into ledger_allocations (partner_id, member_id, debit_id, earning_id, units, created_at)
    select ${account.partnerId}, ${account.memberId}, one.*, ${now.toISOString()}::timestamptz
    from unnest(${of(one => one.debitId)}::bigint[], ${of(one => one.earningId)}::bigint[],
      ${of(one => one.units)}::bigint[]) as one (debit_id, earning_id, units)`.execute(db)
}

/** The allocations are those of the subject's debits. */
export async function freeAllocationsOf(
  db: Db,
  { partnerId, subject }: { partnerId: string; subject: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('ledgerAllocations')
    .set({ freedAt: now })
    .where('partnerId', '=', partnerId)
    .where('freedAt', 'is', null)
    .where('debitId', 'in', query =>
      query
        .selectFrom('ledgerPostings')
        .select('ledgerPostings.id')
        .where('partnerId', '=', partnerId)
        .where('correlationId', '=', subject),
    )
    .execute()
}

/** Debits of the member whose value has reached the account of what was paid out. */
export async function selectPaidDebits(db: Db, { partnerId, memberId }: Account): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select debit.posting_id as id
    from ledger_entries debit
    join ledger_postings posting on posting.partner_id = debit.partner_id and posting.id = debit.posting_id
      and posting.counts_at = debit.counts_at
    where debit.partner_id = ${partnerId} and debit.member_id = ${memberId} and debit.account = 'member_rewards'
      and debit.units < 0 and posting.kind = 'payout'
      and (
        select sum(paid.units) from ledger_postings other
        join ledger_entries paid on paid.partner_id = other.partner_id and paid.posting_id = other.id
          and paid.counts_at = other.counts_at
          and paid.account = 'statement_credits'
        where other.partner_id = debit.partner_id and other.correlation_id = posting.correlation_id
      ) > 0`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
