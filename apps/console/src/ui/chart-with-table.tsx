import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import { AreaChart, BarChart } from '@mantine/charts'
import { Button, Table, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveAs } from '../lib/api.ts'
import { Section } from './page/section.tsx'
import { Scrolling } from './scrolling.tsx'

export interface Series {
  readonly name: string
  readonly label: string
  readonly color: string
}

interface ChartWithTableProps {
  readonly title: string
  readonly intro?: string
  /** Ranked bars lie, so that their names can be read. */
  readonly kind?: 'area' | 'bar' | 'stacked' | 'ranked'
  /** The column that rows are named by, and its header. */
  readonly by: string
  readonly byLabel: string
  readonly series: readonly Series[]
  readonly rows: readonly Readonly<Record<string, string | number>>[]
  readonly format?: (value: number) => string
}

/** It has a chart, and the same figures as a table below it and as CSV. */
export function ChartWithTable(props: ChartWithTableProps) {
  const { title, intro } = props
  const { header, cells } = tableOf(props)
  return (
    <Section
      title={title}
      intro={intro}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() =>
            saveAs(new Blob([csvFile([header, ...cells].map(csvLine))], { type: 'text/csv' }), `${title}.csv`)
          }
        >
          CSV
        </Button>
      }
    >
      <Drawing {...props} height={240} />
      <FiguresTable {...props} />
    </Section>
  )
}

/** Several stand side by side. */
export function SmallChart(props: ChartWithTableProps) {
  return (
    <div>
      <Title order={3} fz="sm" mb="xs">
        {props.title}
      </Title>
      <Drawing {...props} height={130} />
      <FiguresTable {...props} />
    </div>
  )
}

function tableOf({ by, byLabel, series, rows }: ChartWithTableProps) {
  return {
    header: [byLabel, ...series.map(({ label }) => label)],
    cells: rows.map(row => [row[by]!, ...series.map(({ name }) => row[name]!)]),
  }
}

/** The table is for those who cannot see it: nothing in it takes the focus. */
function Drawing({ kind = 'area', by, series, rows, format = String, height }: DrawingProps) {
  const Chart = kind === 'area' ? AreaChart : BarChart
  const isRanked = kind === 'ranked'
  const highest = Math.max(0, ...rows.map(row => (isRanked ? mostOf(row, series) : sumOf(row, series))))
  const names = isRanked ? rows.map(row => String(row[by])) : [format(Math.ceil(highest * 1.1))]
  // Labels of the axis stay within the picture: about 7 px a letter.
  const width = Math.min(isRanked ? 150 : 110, 24 + Math.max(0, ...names.map(({ length }) => length)) * 7)
  return (
    <div aria-hidden="true">
      <Chart
        h={isRanked ? 70 + rows.length * Math.max(24, series.length * 14) : height}
        data={[...rows] as Record<string, string | number>[]}
        dataKey={by}
        series={series.map(one => ({ ...one, color: inBothSchemes(one.color) }))}
        valueFormatter={format}
        curveType="monotone"
        withLegend={series.length > 1 && height > 200}
        {...axes(isRanked, height, width)}
        {...(kind === 'area'
          ? { areaChartProps: { accessibilityLayer: false } }
          : { barChartProps: { accessibilityLayer: false } })}
        {...(kind === 'stacked' ? { type: 'stacked' as const } : {})}
      />
    </div>
  )
}

/** Numbers are below ranked bars, and left of all others. */
function axes(isRanked: boolean, height: number, width: number) {
  const numbers = { allowDecimals: false, ...(height > 200 && !isRanked ? {} : { tickCount: 3 }) }
  return isRanked
    ? {
        orientation: 'vertical' as const,
        gridAxis: 'y' as const,
        xAxisProps: { ...numbers, padding: { right: 24 } },
        yAxisProps: { width, interval: 0, tickFormatter: (name: string) => shortened(name) },
      }
    : { yAxisProps: { width, ...numbers }, xAxisProps: { padding: { left: 16, right: 16 } } }
}

/** A color of the theme is lighter on dark paper; programs' colors are made for both. */
const inBothSchemes = (color: string): string =>
  color.replace(/^(\w+)\.\d$/, 'light-dark(var(--mantine-color-$1-7), var(--mantine-color-$1-4))')

/** Longer names would leave the picture; the table has all of them. */
const shortened = (name: string): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name)

interface DrawingProps extends ChartWithTableProps {
  readonly height: number
}

const mostOf = (row: Readonly<Record<string, string | number>>, series: readonly Series[]): number =>
  Math.max(0, ...series.map(({ name }) => Number(row[name])))

const sumOf = (row: Readonly<Record<string, string | number>>, series: readonly Series[]): number =>
  series.reduce((sum, { name }) => sum + Number(row[name]), 0)

function FiguresTable(props: ChartWithTableProps) {
  const { title, series, format = String } = props
  const { header, cells } = tableOf(props)
  return (
    <details>
      <summary>As a table</summary>
      <Scrolling label={title} minWidth={320} maxHeight={320}>
        <Table stickyHeader fz="sm">
          <caption>{title}</caption>
          <Table.Thead>
            <Table.Tr>
              {header.map(one => (
                <Table.Th key={one}>{one}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.map(([name, ...values]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                {values.map((value, index) => (
                  <Table.Td key={series[index]!.name}>
                    {typeof value === 'number' ? format(value) : value}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
    </details>
  )
}
