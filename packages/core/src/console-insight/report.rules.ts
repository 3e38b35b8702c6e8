import type { FieldError } from '../shared/errors.ts'
import { asUtc, daysBetween, isLocalDate, type LocalDate } from '../shared/local-date.ts'
import { lookUp } from '../shared/look-up.ts'
import {
  type Dimension,
  dimensions,
  dimensionsOf,
  type FilterDimension,
  filterDimensions,
  isTime,
  type MeasureName,
  measureOf,
  measures,
  type TimeDimension,
} from './report-measures.ts'

/** Periods that follow the calendar; those of whole weeks, months and years are over. */
export const reportPeriods = {
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_week: 'Last week',
  last_30_days: 'Last 30 days',
  this_month: 'This month so far',
  last_month: 'Last month',
  last_3_months: 'Last 3 months',
  last_12_months: 'Last 12 months',
  this_year: 'This year so far',
  last_year: 'Last year',
} as const
export type ReportPeriod = keyof typeof reportPeriods
export const defaultPeriod: ReportPeriod = 'last_30_days'

/** As it stands in an address and is saved: texts, with names separated by commas. */
export type ReportQuery = Readonly<
  Partial<
    Record<'measures' | 'by' | 'period' | 'from' | 'to' | 'partner' | FilterDimension, string | undefined>
  >
>

export interface Report {
  readonly measures: readonly MeasureName[]
  readonly by: readonly Dimension[]
  readonly filters: Readonly<Partial<Record<FilterDimension, string>>>
  readonly partner: string | undefined
  /** Both the first and the last day are included. */
  readonly from: LocalDate
  readonly to: LocalDate
}

export const [mostMeasures, mostDimensions] = [3, 2]

/** The longest period, in days, by what it is divided into: a year of days, three of weeks, ten of anything else. */
const longest: Readonly<Record<TimeDimension, number>> = { day: 366, week: 3 * 366, month: 3_660 }

/** @returns the report, or what is wrong with the query, in words. @param today the program's local date */
export function readReport(
  query: ReportQuery,
  today: LocalDate,
):
  | { readonly report: Report; readonly problems?: never }
  | { readonly report?: never; readonly problems: readonly FieldError[] } {
  const problems: FieldError[] = []
  const names = (text: string | undefined) => [...new Set(text?.split(',').filter(Boolean))]
  const refuse = (field: string, message: string) => void problems.push({ field, message })
  const asked = names(query.measures).filter((name): name is MeasureName => {
    if (lookUp(measures, name)) return true
    refuse('measures', `The measure “${name.slice(0, 40)}” is no longer there. Choose another one.`)
    return false
  })
  const by = names(query.by).filter((name): name is Dimension => {
    if (lookUp(dimensions, name)) return true
    refuse('by', `Reports are not divided by “${name.slice(0, 40)}”. Choose another division.`)
    return false
  })
  const filters = Object.fromEntries(
    filterDimensions.flatMap(name => (query[name] ? [[name, query[name]]] : [])),
  ) as Report['filters']
  if (names(query.measures).length === 0) refuse('measures', 'Choose what to measure.')
  if (asked.length > mostMeasures) refuse('measures', `Choose at most ${mostMeasures} measures.`)
  if (by.length > mostDimensions) refuse('by', `Divide by at most ${mostDimensions} things.`)
  if (by.filter(isTime).length > 1) refuse('by', 'Divide by only one of month, week and day.')
  problems.push(...misfits(asked, by, filters))
  const period = periodOf(query, today)
  const problem = 'problem' in period ? period.problem : lengthProblem(period, by.find(isTime))
  if (problem) refuse('period', problem)
  if (problems.length > 0 || 'problem' in period) return { problems }
  return { report: { measures: asked, by, filters, partner: query.partner || undefined, ...period } }
}

/** What a measure cannot be divided by or narrowed to. */
function misfits(
  asked: readonly MeasureName[],
  by: readonly Dimension[],
  filters: Report['filters'],
): FieldError[] {
  const allowed = dimensionsOf(asked)
  const stranger = (dimension: Dimension) =>
    measureOf(asked.find(name => !measureOf(name).by.includes(dimension))!).label
  const label = (dimension: Dimension) => dimensions[dimension].label
  return [
    ...by
      .filter(one => !allowed.includes(one))
      .map(one => ({ field: 'by', message: `“${stranger(one)}” cannot be divided by “${label(one)}”.` })),
    ...filterDimensions
      .filter(one => filters[one] !== undefined && !allowed.includes(one))
      .map(one => ({
        field: one,
        message: `“${stranger(one)}” cannot be narrowed by “${label(one)}”. Remove that filter, or the measure.`,
      })),
  ]
}

interface Days {
  readonly from: LocalDate
  readonly to: LocalDate
}

function lengthProblem({ from, to }: Days, time: TimeDimension | undefined): string | null {
  const days = daysBetween(from, to) + 1
  const most = longest[time ?? 'month']
  if (days <= most) return null
  if (days > longest.month) return 'A period has at most ten years.'
  return time === 'day'
    ? 'By day a period has at most a year. Divide by week or month, or choose a shorter period.'
    : 'By week a period has at most three years. Divide by month, or choose a shorter period.'
}

function periodOf(query: ReportQuery, today: LocalDate): Days | { readonly problem: string } {
  const { from, to, period = from || to ? '' : defaultPeriod } = query
  if (period !== '') {
    const days = lookUp(periodDays, period)
    return days ? days(today) : { problem: 'Choose one of the periods, or give a first and a last day.' }
  }
  if (!from || !to || !isLocalDate(from) || !isLocalDate(to))
    return { problem: 'Give a first and a last day, such as 2026-11-30.' }
  return from <= to ? { from, to } : { problem: 'A period ends on or after its first day.' }
}

const dayAfter = (day: LocalDate, count: number): LocalDate => {
  const date = asUtc(day)
  return new Date(date.setUTCDate(date.getUTCDate() + count)).toISOString().slice(0, 10)
}
/** The first day of a month, so many months after that of a day. */
const monthStart = (day: LocalDate, count: number): LocalDate =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + count, 1))
    .toISOString()
    .slice(0, 10)
const weekStart = (day: LocalDate): LocalDate => dayAfter(day, -((asUtc(day).getUTCDay() + 6) % 7))

const lastDays = (count: number) => (today: LocalDate) => ({ from: dayAfter(today, 1 - count), to: today })
const lastMonths = (count: number) => (today: LocalDate) => ({
  from: monthStart(today, -count),
  to: dayAfter(monthStart(today, 0), -1),
})

const periodDays: Readonly<Record<ReportPeriod, (today: LocalDate) => Days>> = {
  yesterday: today => ({ from: dayAfter(today, -1), to: dayAfter(today, -1) }),
  last_7_days: lastDays(7),
  last_week: today => ({ from: dayAfter(weekStart(today), -7), to: dayAfter(weekStart(today), -1) }),
  last_30_days: lastDays(30),
  this_month: today => ({ from: monthStart(today, 0), to: today }),
  last_month: lastMonths(1),
  last_3_months: lastMonths(3),
  last_12_months: lastMonths(12),
  this_year: today => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  last_year: today => {
    const year = Number(today.slice(0, 4)) - 1
    return { from: `${year}-01-01`, to: `${year}-12-31` }
  },
}

/** Every part of a period, as the server names it: months are `YYYY-MM`, weeks their Monday. */
export function partsOf({ from, to }: Days, time: TimeDimension): string[] {
  const parts: string[] = []
  if (time === 'month') {
    for (let day = monthStart(from, 0); day <= to; day = monthStart(day, 1)) parts.push(day.slice(0, 7))
    return parts
  }
  const step = time === 'week' ? 7 : 1
  for (let day = time === 'week' ? weekStart(from) : from; day <= to; day = dayAfter(day, step))
    parts.push(day)
  return parts
}
