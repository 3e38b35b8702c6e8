import type { OverviewItem } from '@dineward/core/console-overview/overview.contract.ts'
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../features/overview/overview.queries.ts'
import { overviewWords } from '../features/overview/overview-words.ts'
import { ProgramCard } from '../features/overview/program-card.tsx'
import { formatNumber } from '../lib/format.ts'
import { programOf, useStaff } from '../lib/staff.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { Page } from '../ui/page/page.tsx'
import { Section } from '../ui/page/section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
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
                {Object.keys(overviewWords)
                  .map(kind => items.filter(item => item.kind === kind))
                  .filter(group => group.length > 0)
                  .map(group => (
                    <Waiting key={group[0]!.kind} items={group} />
                  ))}
              </Figures>
            )
          }
        </Loaded>
      </Section>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {partners.map(program => (
          <ProgramCard key={program.slug} program={program} />
        ))}
      </SimpleGrid>
    </Page>
  )
}

/** The items are of one kind, by program, and the oldest comes first. */
function Waiting({ items }: { items: readonly OverviewItem[] }) {
  const staff = useStaff()
  const [oldest] = items
  const { label, to } = overviewWords[oldest!.kind]
  const programs = items.flatMap(({ partner, count }) =>
    partner === null ? [] : [`${programOf(staff, partner)?.name ?? partner}: ${formatNumber(count)}`],
  )
  return (
    <Figure
      label={label}
      to={to}
      value={formatNumber(items.reduce((sum, { count }) => sum + count, 0))}
      detail={
        <>
          {programs.length > 0 && <div>{programs.join(', ')}</div>}
          Oldest: <Time at={oldest!.oldestAt} as="relative" />
        </>
      }
    />
  )
}
