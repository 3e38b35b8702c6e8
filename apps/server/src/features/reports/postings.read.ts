import type { PostingFigure } from '@dineward/core/ledger/figures.ts'
import type { LedgerAccountName, PostingKind } from '@dineward/core/ledger/postings.ts'
import type { Month } from '@dineward/core/reports/reports.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { bridgeFigures } from './bridge.read.ts'
import {
  accountedAt,
  type BalancesAt,
  balanceFigures,
  balancesAt,
  type Figure,
  isAwaited,
  movementFigures,
} from './figures.read.ts'

/** What a posting adds to an account, as the figure counts it. */
export interface PostedRow {
  readonly postingId: number
  readonly account: LedgerAccountName
  readonly kind: PostingKind
  readonly reasonCode: string
  readonly units: number
  readonly postedAt: Date
  /** When it counts. */
  readonly accountedAt: Date
  readonly memberId: string | null
  readonly dineId: string | null
  readonly merchantId: string | null
  readonly merchantName: string | null
  /** The accrual file that told the partner of it last. */
  readonly fileId: string | null
}

export interface PostingFilters {
  readonly figure?: PostingFigure | undefined
  readonly account?: LedgerAccountName | undefined
  readonly kind?: PostingKind | undefined
  readonly memberId?: string | undefined
  readonly merchantId?: string | undefined
  readonly fileId?: string | undefined
  /** How the partner answered the posting's row in the file. */
  readonly answer?: 'sent' | 'confirmed' | 'rejected' | undefined
}

export interface PostingsOf extends BalancesAt, PostingFilters {
  /** Midnight at its beginning in the partner's time zone; null: from the first posting on. */
  readonly from: Date | null
  /** The month that begins then. */
  readonly month: Month | null
}

export interface PostingPosition {
  readonly postingId: number
  readonly account: LedgerAccountName
}

/** The newest come first. @param after the last row of the page before */
export async function selectPostedRows(
  db: Db,
  { after, limit, ...of }: PostingsOf & { readonly after: PostingPosition | null; readonly limit: number },
): Promise<PostedRow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(posting.id, entry.account) < (${after.postingId}::bigint, ${after.account}::text)`
  const { rows } = await sql<PostedRow>`
    select row.posting_id, row.account, row.units, posting.kind, posting.reason_code, posting.posted_at,
      posting.counts_at as accounted_at, coalesce(row.member_id, dine.member_id, credit.member_id, other.member_id) as member_id,
      posting.dine_id, dine.merchant_id, dine.merchant_name, told.file_id
    from (${entriesOf(of, isAfter)} order by posting.id desc, entry.account desc limit ${limit}) row
    join ledger_postings posting on posting.partner_id = ${of.partnerId} and posting.id = row.posting_id
    left join dines dine on dine.partner_id = posting.partner_id and dine.id = posting.dine_id
    left join statement_credits credit on credit.partner_id = posting.partner_id and credit.id = posting.correlation_id
    left join lateral (
      select member_id from ledger_entries
      where partner_id = posting.partner_id and posting_id = posting.id and counts_at = posting.counts_at
        and member_id is not null limit 1
    ) other on true
    left join lateral (
      select file_id from accruals
      where partner_id = posting.partner_id and posting_id = posting.id
      order by state = 'rejected', file_id desc limit 1
    ) told on true
    order by row.posting_id desc, row.account desc`.execute(db)
  return rows
}

export async function selectPostedTotal(
  db: Db,
  of: PostingsOf,
): Promise<{ readonly rows: number; readonly units: number }> {
  const found = await sql<{ rows: number; units: number }>`
    select count(*) as rows, coalesce(sum(units), 0) as units from (${entriesOf(of, sql`true`)}) row`.execute(
    db,
  )
  return found.rows[0]!
}

/** A row for each posting and account. */
function entriesOf(of: PostingsOf, isAfter: RawBuilder<unknown>): RawBuilder<unknown> {
  const figure = of.figure ? figureOf(of, of.figure) : everything
  return sql`select posting.id as posting_id, entry.account, max(entry.member_id) as member_id,
      ${sql.lit(figure.sign)} * sum(entry.units) as units
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      and posting.counts_at = entry.counts_at
    ${figure.join ?? sql``}
    where entry.partner_id = ${of.partnerId} and ${periodOf(of)} and ${figure.where} and ${isAfter}
      ${sql.join(filtersOf(of), sql` `)}
    group by posting.id, entry.account`
}

const everything: Figure = { where: sql`true`, sign: 1 }

function figureOf(of: PostingsOf, name: PostingFigure): Figure {
  const { partnerId, until } = of
  const movement = lookUp(movementFigures, name)
  if (movement) return movement
  const balance = lookUp(balanceFigures, name)
  if (balance) {
    const members = sql`select member_id from (${balancesAt(of)}) balance where ${balance.isOne(of)}`
    return {
      where: sql`entry.account = 'member_rewards' and entry.member_id in (${members})`,
      sign: balance.sign,
    }
  }
  if (name === 'awaitingPartner')
    return {
      where: sql`entry.account = 'member_rewards' and exists (
        select from accruals accrual
        join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
        where accrual.partner_id = ${partnerId} and accrual.posting_id = posting.id and ${isAwaited(until)})`,
      sign: 1,
    }
  if (of.month === null || of.from === null) throw new Error(`${name} is a figure of a month`)
  return lookUp(bridgeFigures({ partnerId, month: of.month, from: of.from, until }), name)!
}

/** What of a month is posted in other months is the one figure that its period does not bound. */
function periodOf({ figure, from, until }: PostingsOf): RawBuilder<unknown> {
  if (figure === 'postedInOtherMonths') return sql`true`
  return sql`${accountedAt} < ${until.toISOString()}::timestamptz
    and (${from?.toISOString() ?? null}::timestamptz is null or ${accountedAt} >= ${from?.toISOString() ?? null}::timestamptz)`
}

function filtersOf(of: PostingsOf): RawBuilder<unknown>[] {
  const { partnerId, account, kind, memberId, merchantId, fileId, answer } = of
  const given: RawBuilder<unknown>[] = [sql``]
  if (account) given.push(sql`and entry.account = ${account}`)
  if (kind) given.push(sql`and posting.kind = ${kind}`)
  if (memberId)
    given.push(sql`and posting.id in (
      select posting_id from ledger_entries where partner_id = ${partnerId} and member_id = ${memberId}
      union
      select paid.id from statement_credits credit
      join ledger_postings paid on paid.partner_id = credit.partner_id and paid.correlation_id = credit.id
      where credit.partner_id = ${partnerId} and credit.member_id = ${memberId})`)
  if (merchantId)
    given.push(sql`and posting.dine_id in (
      select id from dines where partner_id = ${partnerId} and merchant_id = ${merchantId})`)
  if (fileId || answer)
    given.push(sql`and posting.id in (
      select posting_id from accruals
      where partner_id = ${partnerId} and (${fileId ?? null}::text is null or file_id = ${fileId ?? null})
        and (${answer ?? null}::text is null or state = ${answer ?? null}))`)
  return given
}
