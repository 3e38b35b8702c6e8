import type { balanceFigureNames, movementFigureNames } from '@dineward/core/ledger/figures.ts'
import type { LedgerAccountName, PostingKind } from '@dineward/core/ledger/postings.ts'
import { type RawBuilder, sql } from 'kysely'

/*
 * What each figure of a report counts, of `entry` with its `posting`. The reports sum these, and the pages that show the
 * rows of a figure select them.
 */

/** A posting counts when it was made, or after the months that were closed before it came. */
export const accountedAt = sql`entry.counts_at`

/**
 * The first and last `posting` of that time: without them the planner reads all postings, of whatever time, since only entries
 * are in partitions.
 */
export const isOfIdsPosted = (of: {
  readonly partnerId: string
  readonly from: Date | RawBuilder<unknown>
  readonly until: Date
}): RawBuilder<unknown> => {
  const from = of.from instanceof Date ? sql`${of.from.toISOString()}::timestamptz` : of.from
  const entries = sql`from ledger_entries
    where partner_id = ${of.partnerId} and counts_at >= ${from} and counts_at < ${of.until.toISOString()}::timestamptz`
  return sql`posting.id >= (select min(posting_id) ${entries}) and posting.id <= (select max(posting_id) ${entries})`
}

/** Reports count what is before this instant. */
export interface Until {
  readonly partnerId: string
  readonly until: Date
}

export interface Figure {
  /** What it joins to the posting. */
  readonly join?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** Units of the entries times this are the figure. */
  readonly sign: 1 | -1
}

/** What a posting with this reward is for the program; null where it is no reward. */
const partOf: Readonly<Record<PostingKind, 'dine' | 'bonus' | 'manual' | null>> = {
  adjustment: 'manual',
  bonus: 'bonus',
  bonus_correction: 'bonus',
  corporate: 'bonus',
  corporate_correction: 'bonus',
  dine_adjustment: 'dine',
  dine_reward: 'dine',
  erasure: null,
  manual: 'manual',
  payout: null,
  referral: 'bonus',
  settlement: null,
}
type Part = (typeof partOf)[PostingKind]
const kindsOf = (part: Part) => Object.entries(partOf).flatMap(([kind, its]) => (its === part ? [kind] : []))

/** Kinds of postings that give rewards, or take them back. */
export const rewardKinds: readonly string[] = (['dine', 'bonus', 'manual'] as const).flatMap(kindsOf)

const inAccounts = (...accounts: LedgerAccountName[]) =>
  sql`entry.account in (${sql.join(accounts.map(account => sql.lit(account)))})`
export const rewards = (...parts: Part[]) =>
  sql`(${inAccounts('program_rewards', 'partner_rewards')} and posting.kind = any(${parts.flatMap(kindsOf)}::text[]))`

export type MovementFigure = (typeof movementFigureNames)[number]

/** Of a partner statement: rewards by what the program gave for them, the rest by where it went. */
export const movementFigures: Readonly<Record<MovementFigure, Figure>> = {
  outstanding: { where: inAccounts('member_rewards', 'payouts_in_flight'), sign: 1 },
  earned: { where: sql`${rewards('dine')} and entry.units < 0`, sign: -1 },
  bonuses: { where: sql`${rewards('bonus')} and entry.units < 0`, sign: -1 },
  takenBack: { where: sql`${rewards('dine', 'bonus')} and entry.units > 0`, sign: 1 },
  adjusted: { where: rewards('manual'), sign: -1 },
  paidByPartner: { where: inAccounts('partner_rewards'), sign: -1 },
  returnedToProgram: { where: rewards(null), sign: 1 },
  settled: { where: inAccounts('settled_rewards'), sign: 1 },
  paidOut: { where: inAccounts('statement_credits'), sign: 1 },
}

export interface BalancesAt extends Until {
  /** Then balances are read from their rows; of the past they are sums of entries. */
  readonly isNow: boolean
}

export const balancesAt = ({ partnerId, until, isNow }: BalancesAt): RawBuilder<unknown> =>
  isNow
    ? sql`select member_id, units, changed_at as last_at from member_balances where partner_id = ${partnerId}`
    : sql`select entry.member_id, sum(entry.units) as units, max(${accountedAt}) as last_at
      from ledger_entries entry
      join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
        and posting.counts_at = entry.counts_at
      where entry.partner_id = ${partnerId} and entry.account = 'member_rewards'
        and ${accountedAt} < ${until.toISOString()}::timestamptz
      group by entry.member_id`

export type BalanceFigure = (typeof balanceFigureNames)[number]

/** Of liability, by the balance of each member. Expected breakage: nothing was earned or given for a year. */
export const balanceFigures: Readonly<
  Record<BalanceFigure, { readonly isOne: (at: Until) => RawBuilder<unknown>; readonly sign: 1 | -1 }>
> = {
  owedToMembers: { isOne: () => sql`balance.units > 0`, sign: 1 },
  owedByMembers: { isOne: () => sql`balance.units < 0`, sign: -1 },
  expectedBreakage: {
    isOne: ({ until }) =>
      sql`balance.units > 0 and balance.last_at < ${until.toISOString()}::timestamptz - interval '1 year'`,
    sign: 1,
  },
}

/** Of an `accrual` in `file`: it was sent before this instant, and not answered before it. */
export const isAwaited = (until: Date): RawBuilder<unknown> =>
  sql`(file.sent_at < ${until.toISOString()}::timestamptz
    and (accrual.answered_at is null or accrual.answered_at >= ${until.toISOString()}::timestamptz))`

export function sumOf({ where, sign }: Figure, during: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(${sql.lit(sign)} * sum(entry.units) filter (where ${where} and ${during}), 0)`
}
