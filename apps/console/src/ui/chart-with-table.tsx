import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import { AreaChart, BarChart } from '@mantine/charts'
import { Button, Table } from '@mantine/core'
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
  readonly kind?: 'area' | 'bar' | 'stacked'
  /** The column that rows are named by, and its header. */
  readonly by: string
  readonly byLabel: string
  readonly series: readonly Series[]
  readonly rows: readonly Readonly<Record<string, string | number>>[]
  readonly format?: (value: number) => string
}

/** It has a chart, and the same figures as a table below it and as CSV. */
export function ChartWithTable(props: ChartWithTableProps) {
  const { title, intro, kind = 'area', by, byLabel, series, rows, format = String } = props
  const Chart = kind === 'area' ? AreaChart : BarChart
  const header = [byLabel, ...series.map(({ label }) => label)]
  const cells = rows.map(row => [row[by]!, ...series.map(({ name }) => row[name]!)])
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
      <div aria-hidden="true">
        <Chart
          h={240}
          data={[...rows] as Record<string, string | number>[]}
          dataKey={by}
          series={[...series]}
          valueFormatter={format}
          curveType="monotone"
          withLegend={series.length > 1}
          // The table is for those who cannot see it: nothing in it takes the focus.
          {...(kind === 'area'
            ? { areaChartProps: { accessibilityLayer: false } }
            : { barChartProps: { accessibilityLayer: false } })}
          {...(kind === 'stacked' ? { type: 'stacked' as const } : {})}
        />
      </div>
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
    </Section>
  )
}
