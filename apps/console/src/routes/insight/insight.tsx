import type { InsightFigures } from '@dineward/core/console-insight/insight.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { type Insight, insightQuery } from '../../features/insight/insight.queries.ts'
import {
  ClaimsChart,
  DayCharts,
  FunnelChart,
  RestaurantsChart,
} from '../../features/insight/insight-charts.tsx'
import { changeOf, periodOf, periods } from '../../features/insight/period.ts'
import { choice, programFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { useFilter } from '../../lib/filters.ts'
import { formatCents, formatNumber, formatPlainDate, formatReward } from '../../lib/format.ts'
import { useProgramsWith } from '../../lib/staff.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loaded, Replaced } from '../../ui/states.tsx'

const filters = [
  programFilter('insight.read'),
  choice(
    'days',
    'Period',
    periods.map(([value, label]) => ({ value, label })),
    'Last 30 days',
  ),
]

export function Component() {
  const [partner] = useFilter('partner')
  const [days] = useFilter('days')
  const period = periodOf(days)
  const programs = useProgramsWith('insight.read')
  const query = useQuery(insightQuery({ partner, ...period }))
  return (
    <Page
      title="Insight"
      intro={`${formatPlainDate(period.from)} to ${formatPlainDate(period.to)}. Totals only: nothing here is about one member.`}
    >
      <ListFilters filters={filters} />
      <Loaded query={query}>
        {insight => (
          <Replaced query={query}>
            <AsOf query={query} partner={partner} />
            <Totals insight={insight} />
            <DayCharts insight={insight} programs={programs} period={period} />
            <FunnelChart insight={insight} />
            <RestaurantsChart insight={insight} />
            {insight.claims.length > 0 && <ClaimsChart insight={insight} />}
          </Replaced>
        )}
      </Loaded>
    </Page>
  )
}

const figures = [
  ['members', 'Members', formatNumber],
  ['newMembers', 'New members', formatNumber],
  ['activeMembers', 'Active members', formatNumber],
  ['linkedCards', 'Linked cards', formatNumber],
  ['dines', 'Dines', formatNumber],
  ['spentCents', 'Spend', formatCents],
] as const satisfies readonly (readonly [keyof InsightFigures, string, (value: number) => string])[]

function Totals({ insight: { programs, before } }: { insight: Insight }) {
  const known = useProgramsWith('insight.read')
  const sum = (when: 'now' | 'before', field: keyof InsightFigures) =>
    programs.reduce((total, one) => total + one[when][field], 0)
  const compared = `${formatPlainDate(before.from)} to ${formatPlainDate(before.to)}`
  const detail = (now: number, then: number, format: (value: number) => string) => {
    const change = changeOf(now, then)
    return <span title={compared}>{change ? `was ${format(then)} (${change})` : `was ${format(then)}`}</span>
  }
  return (
    <Figures>
      {figures.map(([field, label, format]) => {
        const [now, then] = [sum('now', field), sum('before', field)]
        return <Figure key={field} label={label} value={format(now)} detail={detail(now, then, format)} />
      })}
      {programs.map(({ partner, now, before: then }) => {
        const program = known.find(({ slug }) => slug === partner)
        if (!program?.currencyType) return null
        const format = (units: number) => formatReward(program, units)
        return (
          <Figure
            key={partner}
            label={`Rewards, ${program.name}`}
            value={format(now.rewardUnits)}
            detail={detail(now.rewardUnits, then.rewardUnits, format)}
          />
        )
      })}
    </Figures>
  )
}
