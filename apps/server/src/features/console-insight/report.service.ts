import { dineStatuses } from '@dineward/core/activity/dine-statuses.ts'
import { cardTypes } from '@dineward/core/cards/cards.contract.ts'
import { claimStates } from '@dineward/core/claims/claims.rules.ts'
import type { getReport, getReportValues, ReportRow } from '@dineward/core/console-insight/report.contract.ts'
import {
  partsOf,
  type Report,
  type ReportQuery,
  readReport,
} from '@dineward/core/console-insight/report.rules.ts'
import {
  type Dimension,
  isTime,
  type MeasureName,
  measureOf,
} from '@dineward/core/console-insight/report-measures.ts'
import { postingKinds } from '@dineward/core/ledger/postings.ts'
import { tierName } from '@dineward/core/members/member-questions.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import { type LocalDate, localDateAt } from '@dineward/core/shared/local-date.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { programContext } from '../../http/serve-console.ts'
import { dayAfter } from './console-insight.service.ts'
import {
  type CountedRow,
  selectBonusNames,
  selectMerchantNames,
  selectReport,
  selectValues,
} from './report.read.ts'

const [listedRows, listedValues] = [5_000, 200]

export type MadeReport = FiguresResponse<typeof getReport>

const programsOfReport = (ctx: ConsoleContext, partner: string | undefined): readonly Partner[] =>
  partner === undefined ? ctx.allowed : [programContext(ctx, partner).partner]

/** @throws `validation_failed` in words, `not_found` for a program that one may not read */
export function runReport(ctx: ConsoleContext, query: ReportQuery): Promise<MadeReport> {
  return makeReport(ctx, programsOfReport(ctx, query.partner), query)
}

/** @param programs those that the reader may read. @throws `validation_failed` in words */
export async function makeReport(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  programs: readonly Partner[],
  query: ReportQuery,
): Promise<MadeReport> {
  const today = localDateAt(programs[0]!.settings.timeZone, clock.now())
  const { report, problems } = readReport(query, today)
  if (problems)
    throw new AppError('validation_failed', { message: problems[0]!.message, fieldErrors: problems })
  const isAddable = unitsAddUp(report.measures, programs)
  if (!isAddable && !report.by.includes('program')) {
    const message =
      'These programs reward in different units, which cannot be added. Choose one program, or divide by program.'
    throw new AppError('validation_failed', { message, fieldErrors: [{ field: 'by', message }] })
  }
  return readRows(db, report, { programs, today, isAddable })
}

/** Dollars are dollars in every program; points and miles are each program's own. */
function unitsAddUp(measures: readonly MeasureName[], programs: readonly Partner[]): boolean {
  const hasRewards = measures.some(name => measureOf(name).unit === 'reward')
  return !hasRewards || programs.length === 1 || programs.every(rewardsAreCents)
}

interface Scope {
  readonly programs: readonly Partner[]
  readonly today: LocalDate
  readonly isAddable: boolean
}

async function readRows(db: Db, report: Report, { programs, today, isAddable }: Scope): Promise<MadeReport> {
  const { measures, by, from, to } = report
  const asked = { ...report, period: { programs, from, until: dayAfter(to, 1) } }
  const counted = await selectReport(db, asked, listedRows + 1)
  const totalsBy: readonly Dimension[] = isAddable ? [] : ['program']
  const totals = await selectReport(db, { ...asked, by: totalsBy }, programs.length + 1)
  const time = by.find(isTime)
  // A part that has not begun would be drawn as a fall to zero.
  const parts = time ? partsOf({ from, to: from <= today && today < to ? today : to }, time) : []
  const rows = counted.slice(0, listedRows)
  if (by.length === 1) rows.push(...emptyParts(report, parts, rows))
  const rowOf = await labeled(db, programs, rows, by)
  return {
    measures: [...measures],
    by: [...by],
    from,
    to,
    rows: rows.toSorted(byPart(time ? by.indexOf(time) : -1)).map(row => rowOf(row, by)),
    isCut: counted.length > listedRows,
    totals: totals.map(row => rowOf(row, totalsBy)),
    parts: parts.map(key => ({ key, label: labelOf(time!, key) })),
  }
}

/** Parts of the period without any row. */
function emptyParts(
  { measures }: Report,
  parts: readonly string[],
  rows: readonly CountedRow[],
): CountedRow[] {
  const known = new Set(rows.map(({ keys }) => keys[0]))
  return parts.filter(part => !known.has(part)).map(part => ({ keys: [part], values: measures.map(() => 0) }))
}

const byPart = (index: number) => (a: CountedRow, b: CountedRow) =>
  index < 0 ? 0 : Number(a.keys[index]! > b.keys[index]!) - Number(a.keys[index]! < b.keys[index]!)

async function labeled(
  db: Db,
  programs: readonly Partner[],
  rows: readonly CountedRow[],
  by: readonly Dimension[],
): Promise<(row: CountedRow, by: readonly Dimension[]) => ReportRow> {
  const keysOf = (dimension: Dimension) => rows.flatMap(({ keys }) => keys[by.indexOf(dimension)] ?? [])
  const names = new Map<Dimension, ReadonlyMap<string, string>>([
    ['program', new Map(programs.map(({ slug, settings }) => [slug, settings.programName]))],
  ])
  if (by.includes('restaurant')) names.set('restaurant', await selectMerchantNames(db, keysOf('restaurant')))
  if (by.includes('code')) {
    const slugs = programs.map(({ slug }) => slug)
    names.set('code', await selectBonusNames(db, slugs, keysOf('code')))
  }
  const own = programs.length === 1 ? programs[0]!.slug : null
  return ({ keys, values }, dimensions) => ({
    by: keys.map((key, index) => {
      const dimension = dimensions[index]!
      return { key, label: (key && names.get(dimension)?.get(key)) ?? labelOf(dimension, key) }
    }),
    partner: own ?? keys[dimensions.indexOf('program')] ?? null,
    values: [...values],
  })
}

function labelOf(dimension: Dimension, key: string | null): string {
  if (key === null) return dimension === 'code' ? 'None' : 'Not known'
  switch (dimension) {
    case 'month':
      return formatDate(`${key}-01`, 'month')
    case 'week':
      return `Week of ${formatDate(key, 'medium')}`
    case 'day':
      return formatDate(key, 'medium')
    case 'tier':
      return tierName(Number(key))
    case 'kind':
    case 'status':
      return key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
    default:
      return key
  }
}

const knownValues = {
  tier: ['0', '1', '2', '3'],
  network: cardTypes,
  kind: postingKinds,
  status: [...dineStatuses, ...claimStates, 'booked', 'canceled'],
} as const

/** The rest is what the programs have. */
export async function readValues(
  ctx: ConsoleContext,
  { dimension, partner, search = '', chosen }: ContractInput<typeof getReportValues>['query'],
): Promise<ContractResponse<typeof getReportValues>> {
  const slugs = programsOfReport(ctx, partner).map(({ slug }) => slug)
  const known = lookUp(knownValues, dimension)
  if (known) return { items: known.map(key => ({ key, label: labelOf(dimension, key) })) }
  const of = { slugs, dimension: dimension as Exclude<typeof dimension, keyof typeof knownValues> }
  return { items: await selectValues(ctx.db, { ...of, search, chosen: chosen ?? null, limit: listedValues }) }
}
