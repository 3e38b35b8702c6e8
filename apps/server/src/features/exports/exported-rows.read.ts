import type { ExportedTable } from '@dineward/core/partner/settings/exports.settings.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* The tables of an export. A column is described once: the statement, the files and the manifest follow. */

/** `pseudonym` replaces the id of a member. */
type ColumnType =
  | 'pseudonym'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'instant'
  | 'local time'
  | 'date'
  | 'list'

export interface ExportedColumn {
  readonly name: string
  readonly type: ColumnType
  readonly meaning: string
  readonly value: RawBuilder<unknown>
}

interface TableShape {
  readonly key: readonly string[]
  readonly columns: readonly ExportedColumn[]
  /** They are only in an export with names. */
  readonly identified: readonly ExportedColumn[]
}

/** `text` names the columns in SQL that have the same value. */
const column = (name: string, type: ColumnType, meaning: string, text: string): ExportedColumn => ({
  name,
  type,
  meaning,
  value: type === 'instant' ? instant(text) : sql.raw(text),
})

const instant = (text: string) =>
  sql.raw(`to_char((${text}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Of an erased member nothing but the fact is told. */
const unlessErased = ({ value, ...its }: ExportedColumn): ExportedColumn => ({
  ...its,
  value: sql`case when member.erased_at is null then ${value} end`,
})

const versionMeaning = 'Grows with each change of the row.'

export const tableShapes: Readonly<Record<ExportedTable, TableShape>> = {
  members: {
    key: ['member'],
    columns: [
      column('member', 'pseudonym', 'The member, in all tables of the program.', 'member.id'),
      column('row_version', 'integer', versionMeaning, 'member.row_version'),
      column('changed_at', 'instant', 'When the row last changed.', 'member.updated_at'),
      column('deleted', 'boolean', 'The member was erased.', 'member.erased_at is not null'),
      ...[
        column('member_type', 'text', 'How far the account is.', 'member.member_type'),
        column(
          'tier_level',
          'integer',
          '0 opted out, 1 not activated, 2 opted in, 3 VIP.',
          'member.tier_level',
        ),
        column('email_opt_in', 'boolean', 'Takes mail of the program.', 'member.email_opt_in'),
        column('sms_opt_in', 'boolean', 'Takes text messages.', 'member.sms_opt_in'),
        column('enrollment_source', 'text', 'How the member joined.', 'member.enrollment_source'),
        column('joined_at', 'instant', 'When the member joined.', 'member.joined_at'),
        column(
          'closed_at',
          'instant',
          'When the account was closed; empty while it is open.',
          'member.closed_at',
        ),
      ].map(unlessErased),
    ],
    identified: [
      column('member_id', 'text', 'The id in Dineward.', 'member.id'),
      column('member_number', 'text', 'The number at the partner.', 'member.member_number'),
      column('email', 'text', 'The email address.', 'member.email'),
      column('first_name', 'text', 'The first name.', 'member.first_name'),
      column('last_name', 'text', 'The last name.', 'member.last_name'),
      column('phone_number', 'text', 'The phone number.', 'member.phone_number'),
    ].map(unlessErased),
  },
  dines: {
    key: ['dine_id'],
    columns: [
      column('dine_id', 'text', 'The dine.', 'dine.id'),
      column('row_version', 'integer', versionMeaning, 'dine.row_version'),
      column('changed_at', 'instant', 'When the row last changed.', 'dine.changed_at'),
      column('member', 'pseudonym', 'Who dined.', 'dine.member_id'),
      column('restaurant_id', 'text', 'Where; empty where it is not known.', 'dine.merchant_id'),
      column('restaurant_name', 'text', 'The name at that time.', 'dine.merchant_name'),
      column('dined_at', 'local time', 'The local time of the restaurant.', 'dine.dined_at'),
      column('status', 'text', 'Pending, Awarded, Deferred, Paid or Forfeit.', 'dine.status'),
      column('reason', 'text', 'Why it earns nothing, or less.', 'dine.reason_code'),
      column('authorized_cents', 'integer', 'What was authorized.', 'dine.authorized_cents'),
      column('cleared_cents', 'integer', 'What was paid, with tax and tip.', 'dine.cleared_cents'),
      column('refunded_cents', 'integer', 'What was refunded of it.', 'dine.refunded_cents'),
      column(
        'base_units',
        'integer',
        'The base reward; an estimate while it is pending.',
        'dine.reward_units',
      ),
      column('bonus_units', 'integer', 'By offers, bonuses and bookings.', 'dine.component_units'),
      column('paid_at', 'instant', 'When the reward was paid.', 'dine.paid_at'),
      column('created_at', 'instant', 'When the dine was first reported.', 'dine.created_at'),
    ],
    identified: [],
  },
  entries: {
    key: ['posting_id', 'line'],
    columns: [
      column('posting_id', 'integer', 'The posting, whose entries sum to zero.', 'posting.id'),
      column(
        'line',
        'integer',
        'The entry in its posting.',
        'row_number() over (partition by posting.id order by entry.account, entry.member_id, entry.units)',
      ),
      column('row_version', 'integer', 'Always 1: entries are never changed.', '1'),
      column('account', 'text', 'An account of docs/reports.md.', 'entry.account'),
      column('units', 'integer', 'What it adds to the account: points, miles or cents.', 'entry.units'),
      column('member', 'pseudonym', 'Whose balance it changes; empty in other accounts.', 'entry.member_id'),
      column('kind', 'text', 'What the posting is for.', 'posting.kind'),
      column('reason', 'text', 'Its cause.', 'posting.reason_code'),
      column('dine_id', 'text', 'The dine that it is about.', 'posting.dine_id'),
      column('posted_at', 'instant', 'When it was posted.', 'posting.posted_at'),
      column(
        'accounted_at',
        'instant',
        'When reports count it: later where its month was closed.',
        'posting.counts_at',
      ),
    ],
    identified: [],
  },
  restaurants: {
    key: ['restaurant_id'],
    columns: [
      column('restaurant_id', 'text', 'The restaurant.', 'merchant.id'),
      column('row_version', 'integer', versionMeaning, 'merchant.row_version + terms.row_version'),
      column(
        'changed_at',
        'instant',
        'When the row last changed.',
        'greatest(merchant.changed_at, terms.updated_at)',
      ),
      column(
        'deleted',
        'boolean',
        'It left the program, or leaves it on left_on.',
        'terms.left_on is not null',
      ),
      column('name', 'text', 'The name.', 'merchant.name'),
      column('cuisines', 'list', 'The cuisines, the first one first.', 'merchant.cuisines'),
      column('price_range', 'integer', '1 to 4; 0 is not known.', 'merchant.price_range'),
      column('street', 'text', 'The street.', 'merchant.street'),
      column('city', 'text', 'The city.', 'merchant.city'),
      column('state', 'text', 'The state.', 'merchant.state'),
      column('zip_code', 'text', 'The ZIP code.', 'merchant.zip_code'),
      column('time_zone', 'text', 'An IANA name.', 'merchant.timezone'),
      column('latitude', 'number', 'In degrees.', 'merchant.latitude'),
      column('longitude', 'number', 'In degrees.', 'merchant.longitude'),
      column('joined_on', 'date', 'The first day in the program.', 'terms.joined_on'),
      column('left_on', 'date', 'The first day that it is not; empty while it is.', 'terms.left_on'),
      column('benefit_days', 'list', 'The days on which dines earn.', 'terms.benefit_days'),
      column(
        'max_spend_per_month_cents',
        'integer',
        'What of a member earns a month.',
        'terms.max_spend_per_month_cents',
      ),
      column(
        'max_visits_per_month',
        'integer',
        'How many dines of a member earn.',
        'terms.max_visits_per_month',
      ),
    ],
    identified: [],
  },
}

export const columnsOf = (table: ExportedTable, isIdentified: boolean): readonly ExportedColumn[] =>
  isIdentified
    ? [...tableShapes[table].columns, ...tableShapes[table].identified]
    : tableShapes[table].columns

export type ExportedRow = Readonly<Record<string, unknown>>

export interface RowsOf {
  readonly partnerId: string
  /** Null: every row. */
  readonly from: string | null
  readonly to: string
  /** What changed since then comes too. Null with `from`: nothing else does. */
  readonly since: Date | null
  readonly isIdentified: boolean
}

/** Where the next page begins; the parts are columns of the order. */
interface Cursor {
  readonly changedIn: string
  readonly id: string
}

interface Page {
  readonly rows: { readonly row: ExportedRow; readonly changedIn: string; readonly id: string }[]
}

const pageRows = 1_000

/**
 * Every row of the table whose last change is in the range, a page at a time. What changes while they are read has a
 * later transaction, and is left to the next run.
 */
export async function* exportedPages(
  db: Db,
  table: ExportedTable,
  of: RowsOf,
): AsyncGenerator<readonly ExportedRow[]> {
  let after: Cursor | null = null
  for (;;) {
    const { rows }: Page = await statements[table](of, after).execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ row }) => row)
    after = last
  }
}

const statements: Readonly<
  Record<ExportedTable, (of: RowsOf, after: Cursor | null) => RawBuilder<Page['rows'][number]>>
> = {
  members: (of, after) => sql`
    select ${rowOf('members', of)}, member.changed_in::text, member.id
    from members member
    where member.partner_id = ${of.partnerId} and ${isChanged('member', 'updated_at', of)}
      and (member.changed_in, member.id) > (${start(of, after)}::xid8, ${after?.id ?? ''})
    order by member.changed_in, member.id limit ${sql.lit(pageRows)}`,
  dines: (of, after) => sql`
    select ${rowOf('dines', of)}, dine.changed_in::text, dine.id
    from dines dine
    where dine.partner_id = ${of.partnerId} and ${isChanged('dine', 'changed_at', of)}
      and (dine.changed_in, dine.id) > (${start(of, after)}::xid8, ${after?.id ?? ''})
    order by dine.changed_in, dine.id limit ${sql.lit(pageRows)}`,
  entries: (of, after) => sql`
    with posting as materialized (
      select * from ledger_postings posting
      where posting.partner_id = ${of.partnerId} and ${isChanged('posting', 'posted_at', of)}
        and (posting.changed_in, posting.id) > (${start(of, after)}::xid8, ${after?.id ?? '-1'}::bigint)
      order by posting.changed_in, posting.id limit ${sql.lit(pageRows / 2)}
    )
    select ${rowOf('entries', of)}, posting.changed_in::text, posting.id::text
    from posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
    order by posting.changed_in, posting.id, row_number() over (partition by posting.id order by entry.account, entry.member_id, entry.units)`,
  // A row is of two tables, and changes with either: each page is searched for on, restaurant by restaurant.
  restaurants: (of, after) => sql`
    select ${rowOf('restaurants', of)}, merchant.changed_in::text, merchant.id
    from merchant_participations terms
    join merchants merchant on merchant.id = terms.merchant_id
    cross join lateral (
      select greatest(merchant.changed_in, terms.changed_in) as changed_in,
        greatest(merchant.changed_at, terms.updated_at) as changed_at
    ) both_rows
    where terms.partner_id = ${of.partnerId} and terms.merchant_id > ${after?.id ?? ''}
      and ${isChanged('both_rows', 'changed_at', of)}
      and both_rows.changed_in >= ${start(of, null)}::xid8
    order by terms.merchant_id limit ${sql.lit(pageRows)}`,
}

function rowOf(table: ExportedTable, { isIdentified }: RowsOf): RawBuilder<unknown> {
  const fields = columnsOf(table, isIdentified).map(({ name, value }) => sql`${sql.lit(name)}, ${value}`)
  return sql`json_build_object(${sql.join(fields)}) as "row"`
}

/** The index leads there, unless older rows are asked for too. */
const start = ({ from, since }: RowsOf, after: Cursor | null): string =>
  after?.changedIn ?? (since === null ? (from ?? '0') : '0')

function isChanged(table: string, changedAt: string, { from, to, since }: RowsOf): RawBuilder<unknown> {
  const changedIn = sql.ref(`${table}.changed_in`)
  const isAsked = since
    ? sql`(${sql.ref(`${table}.${changedAt}`)} >= ${since.toISOString()}::timestamptz
        or (${from}::text is not null and ${changedIn} >= ${from}::xid8))`
    : sql`true`
  return sql`${changedIn} < ${to}::xid8 and ${isAsked}`
}

/**
 * Transactions before this one have ended: what they changed is seen by all that reads from now on.
 * @returns null where a row is of a later transaction than there was: another tool than ours has restored the database
 */
export async function exportHorizon(db: Db, partnerId: string): Promise<string | null> {
  const newest = (table: string) => sql`
    coalesce((select changed_in from ${sql.table(table)} where partner_id = ${partnerId}
      order by changed_in desc limit 1), '0'::xid8)`
  const { rows } = await sql<{ horizon: string; isKnown: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      greatest(${newest('members')}, ${newest('dines')}, ${newest('ledger_postings')})
        < pg_snapshot_xmax(pg_current_snapshot()) as is_known`.execute(db)
  return rows[0]!.isKnown ? rows[0]!.horizon : null
}
