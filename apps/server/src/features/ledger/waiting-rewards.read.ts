import type { PostingKind } from '@dineward/core/ledger/postings.ts'
import { type RawBuilder, sql } from 'kysely'

/** Kinds of postings that wait in case of a refund: what dines earn, and referrals by them. The others a person gave. */
const waitsForRefunds: Readonly<Record<PostingKind, boolean>> = {
  adjustment: false,
  bonus: true,
  bonus_correction: true,
  corporate: true,
  corporate_correction: true,
  dine_adjustment: true,
  dine_reward: true,
  erasure: false,
  manual: false,
  payout: false,
  referral: true,
  settlement: false,
}
const waitingKinds = Object.entries(waitsForRefunds).flatMap(([kind, waits]) => (waits ? [kind] : []))

/** Whether what a posting gave still waits. @param since from `holdsSince` @param names of the joined tables */
export const stillWaits = (since: Date, { posting = 'posting', entry = 'entry' } = {}) => sql<boolean>`(
  ${sql.ref(`${posting}.kind`)} = any(${waitingKinds}::text[]) and ${sql.ref(`${entry}.units`)} > 0
  and ${sql.ref(`${posting}.posted_at`)} > ${since.toISOString()}::timestamptz)`

/**
 * What of the rewards of `balance`, a row of member_balances, waits: of each what was given lately and still stands,
 * with the time of its last posting. A refund inside the hold finds it all (docs/decisions/091).
 */
export const waitingRewards = (since: Date | null) =>
  since === null
    ? sql`select 0::bigint as units, null::timestamptz as posted_at where false`
    : sql`
  select least(sum(entry.units) filter (where ${stillWaits(since)}), sum(entry.units)) as units,
    max(posting.posted_at) filter (where ${stillWaits(since)}) as posted_at
  from (
    select distinct posting.correlation_id from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      and posting.counts_at = entry.counts_at
    where entry.partner_id = balance.partner_id and entry.member_id = balance.member_id
      and entry.account = 'member_rewards' and entry.counts_at > ${since.toISOString()}::timestamptz
      and ${stillWaits(since)}
  ) given_lately
  join ledger_postings posting on posting.partner_id = balance.partner_id
    and posting.correlation_id = given_lately.correlation_id and posting.kind = any(${waitingKinds}::text[])
  join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
    and entry.counts_at = posting.counts_at and entry.member_id = balance.member_id
    and entry.account = 'member_rewards'
  group by posting.correlation_id
  having least(sum(entry.units) filter (where ${stillWaits(since)}), sum(entry.units)) > 0`

/** When what waits of a reward was last given; null where nothing does. @param ids the subjects of its postings */
export const waitingSince = (
  { partnerId, waitsSince }: { readonly partnerId: string; readonly waitsSince: Date | null },
  ids: RawBuilder<unknown>,
) =>
  waitsSince === null
    ? sql`null::timestamptz`
    : sql`(
  select max(posting.posted_at) from ledger_postings posting
  join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
    and entry.counts_at = posting.counts_at
    and entry.account = 'member_rewards'
  where posting.partner_id = ${partnerId} and posting.correlation_id = any(${ids}) and ${stillWaits(waitsSince)})`
