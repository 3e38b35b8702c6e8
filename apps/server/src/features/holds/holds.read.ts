import type { VelocityRule } from '@dineward/core/rewards/holds/velocity.rules.ts'
import { sql } from 'kysely'
import { fromEachProgram } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import type { HoldRow } from './holds.repository.ts'

export interface ListedHold extends HoldRow {
  readonly sourceTransactionId: string
  readonly merchantName: string
  readonly dinedAt: string
  readonly cardLastFour: string
  readonly clearedCents: number | null
  readonly refundedCents: number
  readonly firstName: string
  readonly lastName: string
  readonly assigneeName: string | null
}

export interface QueuePosition {
  readonly at: string
  readonly id: string
}

interface QueuePage {
  readonly slugs: readonly string[]
  readonly state: 'open' | 'overdue' | 'answered'
  readonly rule: VelocityRule | undefined
  /** Null: those that no one has taken. */
  readonly assignee: string | null | undefined
  readonly now: Date
  readonly after: QueuePosition | null
  readonly limit: number
}

/** Each program's index gives its next ones. Open ones are by the date that was promised, answered ones the newest first; dines and names are read for a page alone. */
export async function selectHoldQueue(db: Db, page: QueuePage): Promise<ListedHold[]> {
  const { slugs, state, rule, assignee, now, after, limit } = page
  const isOpen = state !== 'answered'
  const at = isOpen ? sql`due_at` : sql`decided_at`
  const isNext = after
    ? isOpen
      ? sql`and (due_at, dine_id) > (${after.at}::timestamptz, ${after.id}::text)`
      : sql`and (decided_at, dine_id) < (${after.at}::timestamptz, ${after.id}::text)`
    : sql``
  const order = isOpen ? sql`due_at, dine_id` : sql`decided_at desc, dine_id desc`
  const ofProgram = (slug: string) => sql`
        select * from dine_holds
        where partner_id = ${slug}
        and ${isOpen ? sql`state = 'open'` : sql`decided_at is not null`}
        ${state === 'overdue' ? sql`and due_at < ${now}` : sql``}
        ${rule === undefined ? sql`` : sql`and hits @> ${JSON.stringify([{ rule }])}::jsonb`}
        ${assignee === undefined ? sql`` : sql`and assignee is not distinct from ${assignee}`}
        ${isNext}
        order by ${order} limit ${limit}`
  const { rows } = await sql<ListedHold>`
    with page as materialized (
      select hold.* from ${fromEachProgram(slugs, ofProgram)} hold
      order by ${order} limit ${limit}
    )
    select page.*, ${describedColumns} from page ${describedJoins}
    order by ${at} ${isOpen ? sql`` : sql`desc`}, page.dine_id ${isOpen ? sql`` : sql`desc`}`.execute(db)
  return rows
}

const describedColumns = sql`
  dine.source_transaction_id, dine.merchant_name, to_char(dine.dined_at, 'YYYY-MM-DD"T"HH24:MI:SS') as dined_at,
  dine.card_last_four, dine.cleared_cents, dine.refunded_cents, member.first_name, member.last_name,
  staff.name as assignee_name`
const describedJoins = sql`
  join dines dine on dine.partner_id = page.partner_id and dine.id = page.dine_id
  join members member on member.partner_id = page.partner_id and member.id = page.member_id
  left join staff on staff.email = page.assignee`

export async function findHoldInPrograms(
  db: Db,
  slugs: readonly string[],
  dineId: string,
): Promise<ListedHold | undefined> {
  const { rows } = await sql<ListedHold>`
    select page.*, ${describedColumns} from dine_holds page ${describedJoins}
    where page.partner_id = any(${[...slugs]}::text[]) and page.dine_id = ${dineId}`.execute(db)
  return rows[0]
}

export async function countOpenHolds(
  db: Db,
  slugs: readonly string[],
  now: Date,
): Promise<{ open: number; overdue: number }> {
  return db
    .selectFrom('dineHolds')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      sql<number>`count(*) filter (where due_at < ${now})`.as('overdue'),
    ])
    .where('partnerId', 'in', slugs)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
}

export interface DineAround {
  readonly sourceTransactionId: string
  readonly memberId: string
  readonly memberName: string
  readonly at: string
  readonly amountCents: number
  readonly status: string
  readonly cardLastFour: string
}

/** Dines of the members concerned, at the restaurant on the days around the dine's: at most 100. */
export async function selectDinesAround(
  db: Db,
  { partnerId, dineId, merchantId, dinedAt }: ListedHold,
  memberIds: readonly string[],
): Promise<DineAround[]> {
  const { rows } = await sql<DineAround>`
    select dine.source_transaction_id, dine.member_id, trim(member.first_name || ' ' || member.last_name) as member_name,
      to_char(dine.dined_at, 'YYYY-MM-DD"T"HH24:MI:SS') as at,
      coalesce(dine.cleared_cents, dine.authorized_cents, 0) as amount_cents, dine.status, dine.card_last_four
    from dines dine
    join members member on member.partner_id = dine.partner_id and member.id = dine.member_id
    where dine.partner_id = ${partnerId} and dine.member_id = any(${[...memberIds]}::text[])
      and dine.merchant_id is not distinct from ${merchantId} and dine.id <> ${dineId}
      and dine.dined_at >= ${dinedAt}::date - 1 and dine.dined_at < ${dinedAt}::date + 2
    order by dine.dined_at, dine.id limit 100`.execute(db)
  return rows
}

export async function selectMemberNames(
  db: Db,
  partnerId: string,
  memberIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (memberIds.length === 0) return []
  return db
    .selectFrom('members')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('partnerId', '=', partnerId)
    .where('id', 'in', memberIds)
    .orderBy('id')
    .execute()
}
