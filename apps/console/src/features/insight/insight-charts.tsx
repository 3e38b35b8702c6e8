import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { formatCents, formatNumber, formatPlainDate, formatReward, isMoney } from '../../lib/format.ts'
import { rewardGroups, seriesOf } from '../../lib/program-series.ts'
import { ChartWithTable } from '../../ui/chart-with-table.tsx'
import type { Insight } from './insight.queries.ts'
import { partsOf } from './period.ts'

interface ChartProps {
  readonly insight: Insight
  readonly programs: readonly Program[]
  readonly period: { readonly from: string; readonly to: string }
}

/** Each program has a series of its own. */
export function DayCharts({ insight, programs, period }: ChartProps) {
  const shown = programs.filter(({ slug }) => insight.programs.some(({ partner }) => partner === slug))
  const { unit, starts, of } = partsOf(period)
  const rowsOf = (
    some: readonly Program[],
    field: 'dines' | 'spentCents' | 'rewardUnits' | 'newMembers',
    divisor = 1,
  ) => {
    const sums = new Map<string, number>()
    for (const day of insight.days) {
      const key = `${of(day.day)} ${day.partner}`
      sums.set(key, (sums.get(key) ?? 0) + day[field])
    }
    return starts.map(start => ({
      day: formatPlainDate(start),
      ...Object.fromEntries(some.map(({ slug }) => [slug, (sums.get(`${start} ${slug}`) ?? 0) / divisor])),
    }))
  }
  const common = { kind: 'stacked', by: 'day', byLabel: unit === 'week' ? 'Week of' : 'Day' } as const
  return (
    <>
      <ChartWithTable
        {...common}
        title={`Dines by ${unit}`}
        intro="Cleared and not forfeited, by the restaurants’ local dates."
        series={seriesOf(shown)}
        rows={rowsOf(shown, 'dines')}
        format={formatNumber}
      />
      <ChartWithTable
        {...common}
        title={`Spend by ${unit}`}
        intro="With tax and tip, less refunds, in dollars."
        series={seriesOf(shown)}
        rows={rowsOf(shown, 'spentCents', 100)}
        format={dollars => formatCents(Math.round(dollars * 100))}
      />
      <ChartWithTable
        {...common}
        title={`New members by ${unit}`}
        intro="Accounts by the day on which they joined, in the program’s time zone."
        series={seriesOf(shown)}
        rows={rowsOf(shown, 'newMembers')}
        format={formatNumber}
      />
      {rewardGroups(shown).map(([currency, group]) => (
        <ChartWithTable
          key={currency}
          {...common}
          title={`Rewards by ${unit}, in ${currency}`}
          intro="Postings of the ledger less what was taken back, by the program’s time zone."
          series={seriesOf(group)}
          rows={rowsOf(group, 'rewardUnits', isMoney(group[0]!) ? 100 : 1)}
          format={amount => formatReward(group[0]!, isMoney(group[0]!) ? Math.round(amount * 100) : amount)}
        />
      ))}
    </>
  )
}

const steps = [
  ['joined', 'Joined'],
  ['linkedCard', 'Linked a card'],
  ['firstDine', 'First dine'],
  ['thirdDine', 'Third dine'],
] as const

export function FunnelChart({ insight: { funnel } }: { insight: Insight }) {
  return (
    <ChartWithTable
      title="From joining to the third dine"
      intro="Members who joined in this period, and how far they have come until today."
      kind="ranked"
      by="step"
      byLabel="Step"
      series={[{ name: 'members', label: 'Members', color: 'pine.7' }]}
      rows={steps.map(([field, step]) => ({
        step,
        members: funnel.reduce((sum, one) => sum + one[field], 0),
      }))}
      format={formatNumber}
    />
  )
}

const stateWords = {
  received: 'Received',
  checking: 'Being checked',
  waiting_for_network: 'Waiting for the network',
  approved: 'Approved',
  declined: 'Declined',
} satisfies Record<string, string>

export function ClaimsChart({ insight: { claims } }: { insight: Insight }) {
  const sums = new Map<string, number>()
  for (const { state, answer, count } of claims) {
    const key = `${lookUp(stateWords, state) ?? state}: ${answer.replaceAll('_', ' ')}`
    sums.set(key, (sums.get(key) ?? 0) + count)
  }
  return (
    <ChartWithTable
      title="Claims and answers"
      intro="Missing dines that members reported in this period."
      kind="ranked"
      by="answer"
      byLabel="State and answer"
      series={[{ name: 'claims', label: 'Claims', color: 'blue.6' }]}
      rows={[...sums].map(([answer, count]) => ({ answer, claims: count }))}
      format={formatNumber}
    />
  )
}

export function RestaurantsChart({ insight: { restaurants } }: { insight: Insight }) {
  return (
    <ChartWithTable
      title="Top restaurants"
      intro="By spend in this period, less refunds, in dollars."
      kind="ranked"
      by="restaurant"
      byLabel="Restaurant"
      series={[{ name: 'spend', label: 'Spend', color: 'pine.7' }]}
      rows={restaurants.map(({ name, spentCents }) => ({ restaurant: name, spend: spentCents / 100 }))}
      format={dollars => formatCents(Math.round(dollars * 100))}
    />
  )
}
