import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Effects, effectsQuery } from '../../features/insight/insight.queries.ts'
import { centsColumn, column, numberColumn, programColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListView } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatCents, formatPlainDate, formatReward, isMoney } from '../../lib/format.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'

type Effect = Effects['effects'][number]
type Silent = Effects['silent'][number]

export function Component() {
  const [partner] = useFilter('partner')
  const query = useQuery(effectsQuery(partner))
  return (
    <Page
      title="Effects"
      intro="What members did before and after a bonus or an offer, and restaurants that fell silent. Totals only."
    >
      <AsOf query={query} partner={partner} />
      <Section title="Bonuses and offers" intro={<Limits />}>
        <ListView of={useEffects()} rows={wholeRows(query, ({ effects }) => effects)} />
      </Section>
      <Section
        title="Silent restaurants"
        intro="They take part, had dines in the 180 days before, and none in the last 30 days. Those with the most spend come first."
      >
        <ListView of={silentRestaurants} rows={wholeRows(query, ({ silent }) => silent)} />
      </Section>
    </Page>
  )
}

const Limits = () => (
  <>
    The 30 days before against the 30 days after: of a bonus from registering on, of an offer without the dine
    that used it first. Only members whose 30 days have passed are compared.
    <Text span inherit display="block">
      It does not show what would have happened without: members who take a bonus may dine more anyway,
      seasons differ, and there is no group to compare with.
    </Text>
  </>
)

function useEffects(): List<Effect> {
  const staff = useStaff()
  return {
    name: 'effects',
    label: 'Bonuses and offers',
    rowKey: ({ partner, kind, code }) => `${partner} ${kind} ${code}`,
    filters: [programFilter('insight.read')],
    columns: [
      column('Name', ({ name, code }) => name || code),
      column('Kind', ({ kind }) => (kind === 'bonus' ? 'Bonus' : 'Offer')),
      programColumn(),
      numberColumn('Members', ({ members }) => members),
      numberColumn('Compared', ({ compared }) => compared),
      numberColumn(
        'Dines',
        one => one.dinesAfter,
        (after, { dinesBefore }) => `${dinesBefore} → ${after}`,
      ),
      // Files have dollars, as the spend before.
      numberColumn(
        'Spend',
        one => one.spentAfterCents / 100,
        (_, one) => `${formatCents(one.spentBeforeCents)} → ${formatCents(one.spentAfterCents)}`,
      ),
      numberColumn(
        'Rewards cost',
        ({ partner, rewardUnits }) => rewardUnits / (isMoney(programOf(staff, partner)!) ? 100 : 1),
        (_, { partner, rewardUnits }) => formatReward(programOf(staff, partner)!, rewardUnits),
      ),
      { ...numberColumn<Effect>('Dines before', ({ dinesBefore }) => dinesBefore), isOnlyInFile: true },
      {
        ...centsColumn<Effect>('Spend before', ({ spentBeforeCents }) => spentBeforeCents),
        isOnlyInFile: true,
      },
    ],
    empty: (
      <Empty title="No bonus or offer was used">
        One is here once a member registers for it, or a dine earns by it.
      </Empty>
    ),
  }
}

const silentRestaurants: List<Silent> = {
  name: 'silent-restaurants',
  sortName: 'silentSort',
  label: 'Silent restaurants',
  rowKey: ({ partner, merchantId }) => `${partner} ${merchantId}`,
  columns: [
    column('Restaurant', ({ name, city }) => `${name}, ${city}`),
    programColumn(),
    column('Last dine', ({ lastDinedOn }) => lastDinedOn, {
      cell: ({ lastDinedOn }) => formatPlainDate(lastDinedOn),
    }),
    numberColumn('Dines before', ({ dines }) => dines),
    centsColumn('Spend before', ({ spentCents }) => spentCents),
  ],
  empty: (
    <Empty title="No restaurant is silent">All that had dines before had one in the last 30 days.</Empty>
  ),
}
