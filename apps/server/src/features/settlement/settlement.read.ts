import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LedgerPostingsTable } from '../ledger/ledger.tables.ts'
import { stillWaits } from '../ledger/waiting-rewards.read.ts'

/* These queries join postings, members, dines and their cases of review. */

/** Kinds of postings that are sent to the partner: what members earn, and what is taken back. */
const sentToPartner: Readonly<Record<LedgerPostingsTable['kind'], boolean>> = {
  adjustment: true,
  bonus: true,
  bonus_correction: true,
  corporate: true,
  corporate_correction: true,
  dine_adjustment: true,
  dine_reward: true,
  erasure: false,
  manual: true,
  payout: false,
  referral: true,
  settlement: false,
}
const sentKinds = Object.entries(sentToPartner).flatMap(([kind, isSent]) => (isSent ? [kind] : []))

export interface UnsentPosting {
  readonly postingId: number
  readonly memberId: string
  readonly memberNumber: string | null
  readonly units: number
  readonly correlationId: string
  readonly dineId: string | null
}

/**
 * No later file repeats a rejected `accrual` in `file`. The states are apart, as the indexes are: what is not rejected
 * is always the last.
 */
export const isLastOfPosting = sql<boolean>`(not exists (
    select from accruals repeated
    where repeated.partner_id = accrual.partner_id and repeated.posting_id = accrual.posting_id
      and repeated.state <> 'rejected')
  and not exists (
    select from accruals later
    join accrual_files of_later on of_later.partner_id = later.partner_id and of_later.id = later.file_id
    where later.partner_id = accrual.partner_id and later.posting_id = accrual.posting_id
      and later.state = 'rejected' and of_later.number > file.number))`

/** Afterwards a row without an answer counts as accepted, so that a partner that never answers hears of refunds. */
const answerDays = 30

/**
 * The partner rejected another row of the reward of `posting` of `member`, or may still reject it, so that with this
 * one it would have given more than is due, or taken what it never gave.
 */
const isHeldBack = (now: Date) => sql<boolean>`exists (
    select from (
      select other.id, entry_of.units,
        exists (
          select from accruals accrual
          where accrual.partner_id = other.partner_id and accrual.posting_id = other.id and accrual.state = 'rejected'
            and accrual.member_number is not distinct from member.member_number)
        and not exists (
          select from accruals accrual
          where accrual.partner_id = other.partner_id and accrual.posting_id = other.id and accrual.state <> 'rejected')
          as is_rejected,
        exists (
          select from accruals accrual
          join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
          where accrual.partner_id = other.partner_id and accrual.posting_id = other.id and accrual.state = 'sent'
            and file.created_at > ${now.toISOString()}::timestamptz - make_interval(days => ${answerDays})) as is_open
      from ledger_postings other
      join ledger_entries entry_of on entry_of.partner_id = other.partner_id and entry_of.posting_id = other.id
        and entry_of.counts_at = other.counts_at
        and entry_of.account = 'member_rewards'
      where other.partner_id = posting.partner_id and other.correlation_id = posting.correlation_id
        and other.kind = any(${sentKinds}::text[])
    ) of_reward
    having bool_or(is_rejected or is_open) and (
      coalesce(sum(units) filter (where not is_rejected and id <= posting.id and (not is_open or units < 0)), 0)
        < least(sum(units), 0)
      or coalesce(sum(units) filter (where not is_rejected and id <= posting.id and (not is_open or units > 0)), 0)
        > greatest(sum(units), 0)))`

/**
 * What the reward of `posting` gave waits, in no file yet, and with it what was posted afterwards: the partner never
 * takes what it did not give (docs/decisions/091).
 */
const waitsForRefunds = (since: Date) => sql<boolean>`exists (
    select from ledger_postings earlier
    join ledger_entries given on given.partner_id = earlier.partner_id and given.posting_id = earlier.id
      and given.counts_at = earlier.counts_at
      and given.account = 'member_rewards'
    where earlier.partner_id = posting.partner_id and earlier.correlation_id = posting.correlation_id
      and earlier.id <= posting.id and ${stillWaits(since, { posting: 'earlier', entry: 'given' })}
      and not exists (select from accruals sent
        where sent.partner_id = earlier.partner_id and sent.posting_id = earlier.id))`

/**
 * The oldest come first: those in no file, or rejected under a number that is no longer the member's. Those of erased
 * members went back to the program.
 */
export async function selectUnsentPostings(
  db: Db,
  partnerId: string,
  {
    now,
    waitsSince,
    limit,
    memberIds,
  }: { now: Date; waitsSince: Date | null; limit: number; memberIds?: readonly string[] },
): Promise<UnsentPosting[]> {
  const ofMembers = memberIds ? sql`and member.id = any(${memberIds}::text[])` : sql``
  const { rows } = await sql<UnsentPosting>`
    select posting.id as posting_id, member.id as member_id, member.member_number, entry.units,
      posting.correlation_id, posting.dine_id
    from ledger_postings posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards'
    join members member on member.partner_id = entry.partner_id and member.id = entry.member_id
    where posting.partner_id = ${partnerId} and posting.kind = any(${sentKinds}::text[])
      and member.erased_at is null ${ofMembers}
      and not exists (
        select from accruals accrual
        where accrual.partner_id = posting.partner_id and accrual.posting_id = posting.id
          and accrual.state <> 'rejected')
      and not exists (
        select from accruals accrual
        where accrual.partner_id = posting.partner_id and accrual.posting_id = posting.id and accrual.state = 'rejected'
          and accrual.member_number is not distinct from member.member_number)
      and not ${isHeldBack(now)}
      ${waitsSince === null ? sql`` : sql`and not ${waitsForRefunds(waitsSince)}`}
    order by posting.id
    limit ${limit}`.execute(db)
  return rows
}

export interface HeldDine {
  readonly memberId: string
  readonly transactionId: string | null
  readonly restaurant: string | null
  readonly units: number
  readonly why: 'review' | 'refunds' | 'partner'
}

/** Each with how many there are: dines with an open case of review, and rewards of which postings wait. */
export async function selectHeldDines(
  db: Db,
  partnerId: string,
  { now, waitsSince, limit }: { now: Date; waitsSince: Date | null; limit: number },
): Promise<(HeldDine & { readonly count: number })[]> {
  const waits = waitsSince === null ? sql`false` : waitsForRefunds(waitsSince)
  const { rows } = await sql<HeldDine & { count: number }>`
    with held as (
      select member_id, dine_id, units, 'review' as why, opened_at as at
      from dine_holds where partner_id = ${partnerId} and state = 'open'
      union all
      select member_id, dine_id, sum(units), case when bool_or(waits) then 'refunds' else 'partner' end, max(posted_at)
      from (
        select member.id as member_id, posting.dine_id, posting.correlation_id, entry.units, posting.posted_at,
          ${waits} as waits, ${isHeldBack(now)} as is_held_back
        from ledger_postings posting
        join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
          and entry.counts_at = posting.counts_at
          and entry.account = 'member_rewards'
        join members member on member.partner_id = entry.partner_id and member.id = entry.member_id
        where posting.partner_id = ${partnerId} and posting.kind = any(${sentKinds}::text[])
          and member.erased_at is null
          and not exists (
            select from accruals accrual
            where accrual.partner_id = posting.partner_id and accrual.posting_id = posting.id)
      ) unsent
      where waits or is_held_back
      group by member_id, dine_id, coalesce(dine_id, correlation_id)
    )
    select held.member_id, dine.source_transaction_id as transaction_id, merchant.name as restaurant, held.units,
      held.why, count(*) over ()::int as count
    from held
    left join dines dine on dine.partner_id = ${partnerId} and dine.id = held.dine_id
    left join merchants merchant on merchant.id = dine.merchant_id
    order by held.at desc, held.member_id, dine.id
    limit ${limit}`.execute(db)
  return rows
}

/** In one order, so that two callers never wait for each other. @returns those that are erased. */
export async function lockMembers(
  db: Db,
  partnerId: string,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; erased: boolean }>`
    select id, erased_at is not null as erased from members
    where partner_id = ${partnerId} and id = any(${memberIds}::text[])
    order by id for no key update`.execute(db)
  return new Set(rows.filter(({ erased }) => erased).map(({ id }) => id))
}

interface StoredPosting extends Pick<UnsentPosting, 'correlationId' | 'dineId'> {
  readonly kind: string
  readonly postedOn: string
}

/** What a file says about its postings: they never change. */
export async function selectPostings(
  db: Db,
  partnerId: string,
  postingIds: readonly number[],
): Promise<Map<number, StoredPosting>> {
  const { rows } = await sql<StoredPosting & { id: number }>`
    select id, kind, correlation_id, dine_id, to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD') as posted_on
    from ledger_postings where partner_id = ${partnerId} and id = any(${postingIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...posting }) => [id, posting]))
}

/** Of these dines, those of which the partner has confirmed every posting, also of their components. */
export async function selectConfirmedDines(
  db: Db,
  partnerId: string,
  dineIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select subject.dine_id as id
    from (
      select id as dine_id, id from unnest(${dineIds}::text[]) as dine (id)
      union all
      select dine_id, id from dine_components where partner_id = ${partnerId} and dine_id = any(${dineIds}::text[])
    ) as subject
    join ledger_postings posting on posting.partner_id = ${partnerId} and posting.correlation_id = subject.id
      and posting.kind = any(${sentKinds}::text[])
    group by subject.dine_id
    having bool_and(exists (
      select from accruals accrual where accrual.partner_id = posting.partner_id
        and accrual.posting_id = posting.id and accrual.state = 'confirmed'))
  `.execute(db)
  return rows.map(({ id }) => id)
}
