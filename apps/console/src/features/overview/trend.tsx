import type { getInsightTrend, InsightDay } from '@dineward/core/console-insight/insight.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { ColorSwatch, Group, SimpleGrid } from '@mantine/core'
import { formatCents, formatDayOfMonth, formatNumber, formatReward, isMoney } from '../../lib/format.ts'
import { rewardGroups, seriesOf } from '../../lib/program-series.ts'
import { SmallChart } from '../../ui/chart-with-table.tsx'

export type Trend = ContractResponse<typeof getInsightTrend>

interface TrendProps {
  readonly trend: Trend
  readonly days: readonly string[]
  readonly programs: readonly Program[]
}

/** Each program has its part of a bar. */
export function TrendCharts({ trend, days, programs }: TrendProps) {
  const common = { kind: 'stacked', by: 'day', byLabel: 'Day' } as const
  const chart = (some: readonly Program[], field: keyof InsightDay, divisor = 1) => ({
    ...common,
    series: seriesOf(some),
    rows: rowsOf(trend, days, some, day => Number(day[field]) / divisor),
  })
  const earning = programs.filter(({ currencyType }) => currencyType !== null)
  return (
    <>
      {programs.length > 1 && <Legend programs={programs} />}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="lg">
        <SmallChart {...chart(programs, 'dines')} title="Dines" format={formatNumber} />
        <SmallChart
          {...chart(programs, 'spentCents', 100)}
          title="Spend"
          format={dollars => formatCents(Math.round(dollars * 100))}
        />
        <SmallChart {...chart(programs, 'newMembers')} title="New members" format={formatNumber} />
        {rewardGroups(earning).map(([unit, group]) => {
          const divisor = isMoney(group[0]!) ? 100 : 1
          return (
            <SmallChart
              key={unit}
              {...chart(group, 'rewardUnits', divisor)}
              title={`Rewards, in ${unit}`}
              format={amount => formatReward(group[0]!, Math.round(amount * divisor))}
            />
          )
        })}
      </SimpleGrid>
    </>
  )
}

/** One stands for all charts; their tables name the programs. */
const Legend = ({ programs }: { programs: readonly Program[] }) => (
  <Group gap="md" aria-hidden="true">
    {seriesOf(programs).map(({ name, label, color }) => (
      <Group key={name} gap={6} fz="sm">
        <ColorSwatch color={color} size={12} withShadow={false} />
        {label}
      </Group>
    ))}
  </Group>
)

function rowsOf(
  { days: found }: Trend,
  days: readonly string[],
  programs: readonly Program[],
  value: (day: InsightDay) => number,
) {
  const byKey = new Map(found.map(day => [`${day.day} ${day.partner}`, day]))
  return days.map(day => ({
    day: formatDayOfMonth(day),
    ...Object.fromEntries(
      programs.map(({ slug }) => {
        const one = byKey.get(`${day} ${slug}`)
        return [slug, one ? value(one) : 0]
      }),
    ),
  }))
}
