import type { OverviewItem } from '@dineward/core/console-overview/overview.contract.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery, trendDays, trendQuery } from '../features/overview/overview.queries.ts'
import { overviewWords } from '../features/overview/overview-words.ts'
import { ProgramCard } from '../features/overview/program-card.tsx'
import { TrendCharts } from '../features/overview/trend.tsx'
import { formatDay, formatNumber, formatPlainDates, formatRelative } from '../lib/format.ts'
import { programOf, useProgramsWith, useStaff } from '../lib/staff.ts'
import { AsOf } from '../ui/as-of.tsx'
import { Figure, Figures } from '../ui/figure.tsx'
import { Page } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Status } from '../ui/status.tsx'
import { Time } from '../ui/time.tsx'

export function Component() {
  const { name, partners } = useStaff()
  const query = useQuery(overviewQuery)
  return (
    <Page
      title={`Hello, ${name.split(' ')[0]}`}
      intro={partners.length === 1 ? partners[0]!.name : `You work for ${partners.length} programs.`}
    >
      <Section title="Needs attention">
        <Loaded query={query}>
          {items =>
            items.length === 0 ? (
              <Empty title="Nothing waits for you">New work appears here by itself.</Empty>
            ) : (
              <Figures>
                {[...Map.groupBy(items, ({ kind }) => kind)]
                  .toSorted(([, one], [, other]) => urgencyOf(one) - urgencyOf(other))
                  .map(([kind, group]) => (
                    <Waiting key={kind} items={group} />
                  ))}
              </Figures>
            )
          }
        </Loaded>
      </Section>
      <Programs />
    </Page>
  )
}

function Programs() {
  const { partners } = useStaff()
  const seen = useProgramsWith('insight.read')
  const days = trendDays()
  const trend = useQuery({ ...trendQuery(days), enabled: seen.length > 0 })
  return (
    <>
      {seen.length > 0 && (
        <Section
          title="The last 14 days"
          intro={`${formatPlainDates(days[0]!, days.at(-1)!)}. What was before is of the 14 days before.`}
        >
          <AsOf query={trend} partner="" />
          <Loaded query={trend}>{data => <TrendCharts trend={data} days={days} programs={seen} />}</Loaded>
        </Section>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {partners.map(program => (
          <ProgramCard
            key={program.slug}
            program={program}
            figures={trend.data?.programs.find(({ partner }) => partner === program.slug)}
          />
        ))}
      </SimpleGrid>
    </>
  )
}

/** What is due first comes first, and then what nothing is promised about. */
const urgencyOf = (items: readonly OverviewItem[]): number =>
  Math.min(...items.map(({ dueAt }) => (dueAt ? Date.parse(dueAt) : Number.MAX_SAFE_INTEGER)))

/** The items are of one kind, by program, and the oldest comes first. */
function Waiting({ items }: { items: readonly OverviewItem[] }) {
  const staff = useStaff()
  const [oldest] = items
  const { label, to } = overviewWords[oldest!.kind]
  const nameOf = (partner: string | null) =>
    partner === null ? 'All programs' : (programOf(staff, partner)?.name ?? partner)
  const isOfPrograms = items.some(({ partner }) => partner !== null)
  const programs = isOfPrograms
    ? items.map(({ partner, count }) => `${nameOf(partner)}: ${formatNumber(count)}`)
    : []
  const due = urgencyOf(items)
  return (
    <Figure
      label={label}
      to={to}
      value={formatNumber(items.reduce((sum, { count }) => sum + count, 0))}
      detail={
        <Stack gap={4} align="flex-start">
          {programs.length > 0 && <div>{programs.join(', ')}</div>}
          <div>
            Oldest: <Time at={oldest!.oldestAt} as="relative" />
          </div>
          {due < Number.MAX_SAFE_INTEGER && <DueStatus at={new Date(due).toISOString()} />}
        </Stack>
      }
    />
  )
}

/** Soon is within a day. */
function DueStatus({ at }: { at: string }) {
  const left = Date.parse(at) - Date.now()
  const when = formatRelative(at) ?? formatDay(at)
  if (left < 0)
    return (
      <>
        <Status tone="bad">Overdue</Status>
        <div>Due {when}</div>
      </>
    )
  return <Status tone={left < 86_400_000 ? 'warn' : 'quiet'}>Due {when}</Status>
}
