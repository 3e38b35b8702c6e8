import type { ReportRow } from '@dineward/core/console-insight/report.contract.ts'
import {
  type Dimension,
  dimensions,
  isTime,
  type MeasureName,
  measureOf,
} from '@dineward/core/console-insight/report-measures.ts'
import { Alert, List as Lines } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { column, numberColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListView } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber, formatReward, isMoney } from '../../lib/format.ts'
import { seriesOf } from '../../lib/program-series.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { ChartWithTable, type Series } from '../../ui/chart-with-table.tsx'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import type { MadeReport } from './reports.queries.ts'

/** More series, or more bars, are a list and no picture. */
const [mostSeries, mostBars] = [8, 20]
const colors = ['pine.7', 'blue.6', 'orange.6', 'grape.6', 'cyan.7', 'red.6', 'lime.8', 'gray.6'] as const

type Staff = ReturnType<typeof useStaff>

export function ReportResult({ report, query }: { report: MadeReport; query: UseQueryResult<MadeReport> }) {
  const staff = useStaff()
  return (
    <>
      <Totals report={report} />
      {report.by.length > 0 &&
        report.measures.flatMap((name, index) =>
          unitsIn(report, name, staff).map(unit => (
            <MeasureChart key={`${name} ${unit}`} report={report} index={index} unit={unit} />
          )),
        )}
      {report.by.length > 0 && <Rows report={report} query={query} />}
      <Section title="What these figures say">
        <Lines spacing={4} fz="sm">
          {report.measures.map(name => (
            <Lines.Item key={name}>
              <strong>{measureOf(name).label}</strong>: {measureOf(name).says}
            </Lines.Item>
          ))}
        </Lines>
      </Section>
    </>
  )
}

function Totals({ report }: { report: MadeReport }) {
  const staff = useStaff()
  return (
    <Figures>
      {report.totals.flatMap(row =>
        report.measures.map((name, index) => (
          <Figure
            key={`${name} ${row.partner}`}
            label={[measureOf(name).label, row.by[0]?.label].filter(Boolean).join(', ')}
            value={textOf(staff, name, row, index)}
          />
        )),
      )}
    </Figures>
  )
}

/** A reward without a program of its own is dollars. */
function textOf(staff: Staff, name: MeasureName, { partner, values }: ReportRow, index: number): string {
  const { unit } = measureOf(name)
  const value = values[index]!
  if (unit === 'count') return formatNumber(value)
  const program = partner === null ? undefined : programOf(staff, partner)
  return unit === 'cents' || !program ? formatCents(value) : formatReward(program, value)
}

/** Amounts in one unit can be drawn together: points and miles are each program's own. */
function unitOf(staff: Staff, name: MeasureName, { partner }: ReportRow): string {
  const program = partner === null ? undefined : programOf(staff, partner)
  const { unit } = measureOf(name)
  if (unit === 'count') return ''
  return unit === 'cents' || !program || isMoney(program) ? 'dollars' : program.slug
}

const unitsIn = ({ rows }: MadeReport, name: MeasureName, staff: Staff): string[] => [
  ...new Set(rows.map(row => unitOf(staff, name, row))),
]

interface MeasureChartProps {
  readonly report: MadeReport
  readonly index: number
  readonly unit: string
}

function MeasureChart({ report, index, unit }: MeasureChartProps) {
  const staff = useStaff()
  const { by, parts } = report
  const name = report.measures[index]!
  const rows = report.rows.filter(row => unitOf(staff, name, row) === unit)
  const time = by.findIndex(isTime)
  // Time goes from left to right, whatever it was asked as.
  const along = Math.max(0, time)
  const across = by.length > 1 ? 1 - along : null
  const program = programOf(staff, unit)
  const { label, unit: kind } = measureOf(name)
  const divisor = kind === 'cents' || (kind === 'reward' && !program) ? 100 : 1
  const largest = largestOf(rows, index, across)
  const bars = time < 0 ? largestOf(rows, index, along).slice(0, mostBars) : parts
  const series = across === null ? [one(label, name)] : seriesFor(staff, by[across]!, largest)
  const values = new Map(rows.map(row => [keyOf(row, along, across), row.values[index]! / divisor]))
  const left = time < 0 ? largestOf(rows, index, along).length - bars.length : 0
  const hidden = across === null ? 0 : largest.length - series.length
  return (
    <ChartWithTable
      title={titleOf(label, by, program?.name)}
      {...(left + hidden > 0 ? { intro: 'The largest are drawn; the list below has all of them.' } : {})}
      kind={time < 0 ? 'ranked' : 'stacked'}
      by="along"
      byLabel={dimensions[by[along]!].label}
      series={series}
      rows={bars.map(bar => ({
        along: bar.label,
        ...Object.fromEntries(
          series.map(({ name: key }) => [key, values.get(`${bar.key}|${across === null ? '' : key}`) ?? 0]),
        ),
      }))}
      format={value =>
        textOf(
          staff,
          name,
          { by: [], partner: program?.slug ?? null, values: [Math.round(value * divisor)] },
          0,
        )
      }
    />
  )
}

/** It reads "Rewards by month and tier, Skyward Dining". */
const titleOf = (label: string, by: readonly Dimension[], program?: string): string => {
  const parts = by.map(dimension => dimensions[dimension].label.toLowerCase()).join(' and ')
  return `${label} by ${parts}${program ? `, ${program}` : ''}`
}

const one = (label: string, name: string): Series => ({ name, label, color: colors[0] })
const keyOf = ({ by }: ReportRow, along: number, across: number | null) =>
  `${by[along]!.key}|${across === null ? '' : by[across]!.key}`

/** The list has each key of a dimension once, and begins with the largest. */
function largestOf(rows: readonly ReportRow[], index: number, dimension: number | null) {
  const sums = new Map<string, { key: string; label: string; sum: number }>()
  if (dimension !== null)
    for (const { by, values } of rows) {
      const { key, label } = by[dimension]!
      const sum = (sums.get(`${key}`)?.sum ?? 0) + Math.abs(values[index]!)
      sums.set(`${key}`, { key: `${key}`, label, sum })
    }
  return [...sums.values()].toSorted((a, b) => b.sum - a.sum)
}

/** Programs have their own colors. */
function seriesFor(
  staff: Staff,
  dimension: Dimension,
  largest: readonly { key: string; label: string }[],
): Series[] {
  const shown = largest.slice(0, mostSeries)
  const own = seriesOf(
    shown.flatMap(({ key }) => (dimension === 'program' ? (programOf(staff, key) ?? []) : [])),
  )
  return shown.map(
    ({ key, label }, index) =>
      own.find(({ name }) => name === key) ?? { name: key, label, color: colors[index]! },
  )
}

function Rows({ report, query }: { report: MadeReport; query: UseQueryResult<MadeReport> }) {
  const staff = useStaff()
  const list: List<ReportRow> = {
    name: 'report',
    sortName: 'order',
    label: 'Rows of the report',
    rowKey: ({ by }) => JSON.stringify(by),
    columns: [
      ...report.by.map((dimension, index) =>
        column<ReportRow>(
          dimensions[dimension].label,
          ({ by }) => (isTime(dimension) ? by[index]!.key : by[index]!.label),
          { cell: ({ by }) => by[index]!.label },
        ),
      ),
      ...report.measures.map((name, index) =>
        numberColumn<ReportRow>(
          columnName(staff, name, report),
          row => row.values[index]! / (isInCents(staff, name, row) ? 100 : 1),
          (_, row) => textOf(staff, name, row, index),
        ),
      ),
    ],
    empty: <Empty title="Nothing in this period">Choose a longer period, or remove a filter.</Empty>,
  }
  return (
    <Section title="Rows">
      {report.isCut && (
        <Alert color="orange" title="There are more rows than these">
          The first {formatNumber(report.rows.length)} are here. Choose a shorter period or a filter to have
          the others; the totals count all.
        </Alert>
      )}
      <ListView of={list} rows={wholeRows(query, ({ rows }) => rows)} />
    </Section>
  )
}

const isInCents = (staff: Staff, name: MeasureName, row: ReportRow) => unitOf(staff, name, row) === 'dollars'

/** Files say the unit, where all rows have the same. */
function columnName(staff: Staff, name: MeasureName, report: MadeReport): string {
  const { label, unit } = measureOf(name)
  const units = unitsIn(report, name, staff)
  if (unit !== 'reward' || units.length !== 1) return label
  const program = programOf(staff, units[0]!)
  return program ? `${label}, ${program.currencyWords.plural}` : label
}
