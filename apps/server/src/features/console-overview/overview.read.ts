import { hoursToAct, type OverviewKind } from '@dineward/core/console-overview/overview.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import {
  exceptionQueries,
  type Waiting,
  type WaitingQuery,
  waitingApprovals,
} from '../console-finance/finance-exceptions.read.ts'

/** Failed jobs are the queue's, sign-ins the audit log's. */
export type StoredKind = Exclude<OverviewKind, 'failed_jobs' | 'break_glass'>
/** Nothing is asked about what the staff member may not see. */
export type OverviewScopes = Readonly<Partial<Record<StoredKind, WaitingQuery>>>

const queries: Readonly<Record<StoredKind, (query: WaitingQuery) => RawBuilder<unknown>>> = {
  ...exceptionQueries,

  waiting_approvals: waitingApprovals,

  open_claims: ({ partnerIds }) => sql`
    select partner_id, count(*) as count, min(created_at) as oldest_at, min(next_by) as due_on
    from claims
    where partner_id = any(${partnerIds}::text[]) and decided_at is null
    group by partner_id`,

  overdue_claims: ({ partnerIds, now }) => sql`
    select partner_id, count(*) as count, min(created_at) as oldest_at, min(next_by) as due_on
    from claims
    where partner_id = any(${partnerIds}::text[]) and decided_at is null
      and next_by < (${now.toISOString()}::timestamptz at time zone 'UTC')::date
    group by partner_id`,

  open_holds: ({ partnerIds }) => sql`
    select partner_id, count(*) as count, min(opened_at) as oldest_at, min(due_at)::date as due_on
    from dine_holds
    where partner_id = any(${partnerIds}::text[]) and state = 'open'
    group by partner_id`,

  overdue_holds: ({ partnerIds, now }) => sql`
    select partner_id, count(*) as count, min(opened_at) as oldest_at, min(due_at)::date as due_on
    from dine_holds
    where partner_id = any(${partnerIds}::text[]) and state = 'open' and due_at < ${now.toISOString()}::timestamptz
    group by partner_id`,

  // They are news for a week: an offer that may end here needs nothing.
  reached_budgets: ({ partnerIds, now }) => sql`
    select partner_id, count(*) as count, min(told_at) as oldest_at, null::date as due_on
    from reward_budgets
    where partner_id = any(${partnerIds}::text[]) and told_percent > 0
      and told_at > ${now.toISOString()}::timestamptz - interval '7 days'
    group by partner_id`,
}

export interface Due extends Waiting<OverviewKind> {
  readonly dueAt: Date | null
}

const promised: ReadonlySet<StoredKind> = new Set([
  'open_claims',
  'overdue_claims',
  'open_holds',
  'overdue_holds',
])

/** A promised date is kept until its end, in UTC. */
function dueOf(kind: StoredKind): RawBuilder<unknown> {
  if (promised.has(kind)) return sql`(due_on + 1)::timestamp at time zone 'UTC'`
  return sql`oldest_at + make_interval(hours => ${hoursToAct[kind]}::integer)`
}

export async function selectOverview(db: Db, scopes: OverviewScopes): Promise<Due[]> {
  const asked = Object.entries(scopes) as [StoredKind, WaitingQuery][]
  if (asked.length === 0) return []
  const parts = asked.map(
    ([
      kind,
      query,
    ]) => sql`select ${kind}::text as kind, partner_id, count, oldest_at, ${dueOf(kind)} as due_at
      from (${queries[kind](query)}) waiting`,
  )
  const { rows } = await sql<Due>`
    ${sql.join(parts, sql` union all `)} order by oldest_at`.execute(db)
  return rows
}
