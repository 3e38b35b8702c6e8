import type {
  getBridge,
  getPostings,
  getPostingsFile,
  getStatementDines,
  getStatementDinesFile,
  ListedPosting,
  ListedStatementDine,
} from '@dineward/core/console-finance/postings.contract.ts'
import type { LedgerAccountName } from '@dineward/core/ledger/postings.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { decimalOfCents } from '@dineward/core/shared/money.ts'
import { csvLine, csvMark } from '@dineward/core/shared/text/csv.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { bridgeOf } from '../reports/bridge.service.ts'
import {
  type PostedRow,
  type PostingPosition,
  type PostingsOf,
  selectPostedRows,
  selectPostedTotal,
} from '../reports/postings.read.ts'
import { type Column, csvLines, plainUnits, unitOf } from '../reports/report-files.view.ts'
import { selectMidnight } from '../reports/reports.read.ts'
import {
  listStatementDines,
  type StatementDine,
  type StatementDinesOf,
  sumStatementDines,
} from '../reports/statement-dines.service.ts'

const [pageSize, rowsAtOnce] = [100, 1_000]

export async function listPostings(
  ctx: ConsoleContext,
  { after, ...query }: ContractInput<typeof getPostings>['query'],
): Promise<ContractResponse<typeof getPostings>> {
  const program = programContext(ctx, query.partner)
  const of = await postingsOf(program, query)
  const rows = await selectPostedRows(program.db, { ...of, after: positionOf(after), limit: pageSize })
  const last = rows.at(-1)
  return {
    items: rows.map(toPosting),
    next: rows.length === pageSize && last ? `${last.postingId} ${last.account}` : null,
    total: after === undefined ? await selectPostedTotal(program.db, of) : null,
  }
}

/** Rows come a thousand at a time, whatever the number of them. */
export async function* postingsFile(
  ctx: ConsoleContext,
  query: ContractInput<typeof getPostingsFile>['query'],
): AsyncGenerator<string> {
  const { db, partner, ...program } = programContext(ctx, query.partner)
  const of = await postingsOf({ ...program, db, partner }, query)
  yield* csvPages(partner, postingColumns, after => selectPostedRows(db, { ...of, after, limit: rowsAtOnce }))
}

async function postingsOf(
  { db, partner, clock }: StaffContext,
  query: ContractInput<typeof getPostingsFile>['query'],
): Promise<PostingsOf> {
  const { month, until, member, merchant, file, partner: partnerId, ...filters } = query
  const midnight = (day: string) => selectMidnight(db, day, partner.settings.timeZone)
  const last = month ?? until
  return {
    ...filters,
    partnerId,
    memberId: member,
    merchantId: merchant,
    fileId: file,
    month: month ?? null,
    from: month ? await midnight(daysOfMonth(month)!.from) : null,
    // What was posted this very millisecond counts, as in liability.
    until: last ? await midnight(daysOfMonth(last)!.to) : new Date(clock.now().getTime() + 1),
    isNow: last === undefined,
  }
}

function positionOf(after: string | undefined): PostingPosition | null {
  const [id, account] = (after ?? '').split(' ')
  return account ? { postingId: Number(id), account: account as LedgerAccountName } : null
}

const toPosting = (row: PostedRow): ListedPosting => ({
  postingId: row.postingId,
  account: row.account,
  kind: row.kind,
  reason: row.reasonCode,
  units: row.units,
  postedAt: row.postedAt.toISOString(),
  countsAt: row.accountedAt.toISOString(),
  memberId: row.memberId,
  dineId: row.dineId,
  merchant: row.merchantId === null ? null : { id: row.merchantId, name: row.merchantName ?? '' },
  fileId: row.fileId,
})

export async function listDinesOfStatements(
  ctx: ConsoleContext,
  { after, ...query }: ContractInput<typeof getStatementDines>['query'],
): Promise<ContractResponse<typeof getStatementDines>> {
  const { db, partner } = programContext(ctx, query.partner)
  const of = dinesOf(query)
  const rows = await listStatementDines(db, partner, { ...of, after: after ?? null, limit: pageSize })
  const isFirst = after === undefined
  return {
    items: rows.map(toStatementDine),
    next: rows.length === pageSize ? rows.at(-1)!.id : null,
    sums: isFirst
      ? await db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(trx => sumStatementDines(trx, partner, of))
      : null,
  }
}

export async function* statementDinesFile(
  ctx: ConsoleContext,
  query: ContractInput<typeof getStatementDinesFile>['query'],
): AsyncGenerator<string> {
  const { db, partner } = programContext(ctx, query.partner)
  const of = dinesOf(query)
  yield* csvPages(partner, dineColumns, last =>
    listStatementDines(db, partner, { ...of, after: last?.id ?? null, limit: rowsAtOnce }),
  )
}

const dinesOf = (query: ContractInput<typeof getStatementDinesFile>['query']): StatementDinesOf => ({
  month: query.month,
  merchantId: query.merchant ?? null,
  part: query.part,
})

const toStatementDine = ({
  id,
  merchantId,
  merchantName,
  updatedAt,
  ...dine
}: StatementDine): ListedStatementDine => ({
  ...dine,
  dineId: id,
  merchant: { id: merchantId, name: merchantName },
  updatedAt: updatedAt.toISOString(),
})

export function readBridge(
  ctx: ConsoleContext,
  query: { readonly partner: string; readonly month: Month },
): Promise<FiguresResponse<typeof getBridge>> {
  const { db, partner } = programContext(ctx, query.partner)
  return bridgeOf(db, partner, query.month)
}

interface RowOfProgram<Row> {
  readonly partner: Partner
  readonly row: Row
}

/** @param read the rows after `last`, at most `rowsAtOnce` */
async function* csvPages<Row>(
  partner: Partner,
  columns: readonly Column<RowOfProgram<Row>>[],
  read: (last: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield `${csvMark}${csvLine(columns.map(([name]) => name))}\r\n`
  for (let last: Row | null = null; ; ) {
    const rows = await read(last)
    const [, ...lines] = csvLines(
      columns,
      rows.map(row => ({ partner, row })),
    )
    yield lines.map(line => `${line}\r\n`).join('')
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!
  }
}

const postingColumns: readonly Column<RowOfProgram<PostedRow>>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['posting', ({ row }) => row.postingId],
  ['counts_at', ({ row }) => row.accountedAt.toISOString()],
  ['posted_at', ({ row }) => row.postedAt.toISOString()],
  ['account', ({ row }) => row.account],
  ['kind', ({ row }) => row.kind],
  ['reason', ({ row }) => row.reasonCode],
  ['unit', ({ partner }) => unitOf(partner)],
  ['units', ({ partner, row }) => plainUnits(partner, row.units)],
  ['member', ({ row }) => row.memberId ?? ''],
  ['dine', ({ row }) => row.dineId ?? ''],
  ['merchant_id', ({ row }) => row.merchantId ?? ''],
  ['merchant', ({ row }) => row.merchantName ?? ''],
  ['file', ({ row }) => row.fileId ?? ''],
]

const dineColumns: readonly Column<RowOfProgram<StatementDine>>[] = [
  ['partner', ({ partner }) => partner.slug],
  ['dine', ({ row }) => row.id],
  ['cleared_on', ({ row }) => row.clearedOn],
  ['updated_at', ({ row }) => row.updatedAt.toISOString()],
  ['counts', ({ row }) => (row.counts ? 'yes' : 'no')],
  ['merchant_id', ({ row }) => row.merchantId],
  ['merchant', ({ row }) => row.merchantName],
  ['member', ({ row }) => row.memberId],
  ['spent', ({ row }) => decimalOfCents(row.spentCents)],
  ['refunded', ({ row }) => decimalOfCents(row.refundedCents)],
  ['net_spend', ({ row }) => decimalOfCents(row.spentCents - row.refundedCents)],
  ['unit', ({ partner }) => unitOf(partner)],
  ['base_reward', ({ partner, row }) => plainUnits(partner, row.baseUnits)],
  ['bonus_reward', ({ partner, row }) => plainUnits(partner, row.bonusUnits)],
  ['fee_basis_points', ({ row }) => row.feeBasisPoints],
]
