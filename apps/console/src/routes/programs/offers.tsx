import { type OfferRow, offerStates } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Alert, Anchor, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { daysText, offerStateWords } from '../../features/programs/offers/offer-words.ts'
import { type OfferFilters, offersQuery } from '../../features/programs/offers/offers.queries.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { settingsQuery } from '../../features/programs/programs.queries.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'

const columnsOf = (program: Program): TableColumn<OfferRow>[] => [
  { key: 'name', header: 'Offer', cell: ({ name }) => name, width: 'minmax(8.5rem, 2fr)' },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Status tone={offerStateWords[state].tone}>{offerStateWords[state].label}</Status>,
    width: '7.5rem',
  },
  {
    key: 'amount',
    header: 'Members read',
    cell: ({ amount, minimumSpendCents: least }) =>
      least === 0 ? amount : `${amount} from ${formatCents(least)}`,
    width: 'minmax(10rem, 1.3fr)',
    isSecondary: true,
  },
  {
    key: 'days',
    header: 'Days',
    cell: daysText,
    width: 'minmax(9.5rem, 1fr)',
    isSecondary: true,
  },
  {
    key: 'for',
    header: 'Where and for whom',
    cell: ({ restaurants, members }) =>
      `${restaurants === null ? 'Everywhere' : countOf(restaurants, 'restaurant')}, ${members === null ? 'everyone' : countOf(members, 'member')}`,
    width: 'minmax(11rem, 1.4fr)',
    isSecondary: true,
  },
  {
    key: 'uses',
    header: 'Dines',
    cell: ({ uses }) => formatNumber(uses),
    width: '3.5rem',
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'units',
    header: 'Earned by it',
    cell: ({ units }) => formatReward(program, units),
    width: 'minmax(5.5rem, 0.8fr)',
    isNumber: true,
    isSecondary: true,
  },
]

const countOf = (count: number, word: string): string =>
  `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

export function Component() {
  const { slug = '' } = useParams()
  const program = useProgram(slug)
  const mayChange = useMay('bonuses.change', slug)
  return (
    <ProgramPage
      slug={slug}
      part="Offers"
      actions={
        mayChange && (
          <Button component={Link} to={`/programs/${slug}/offers/new`}>
            New offer
          </Button>
        )
      }
    >
      <SwitchedOff slug={slug} />
      <FilterBar list="offers">
        <SearchFilter label="Find an offer" placeholder="Its name" />
        <SelectFilter
          name="state"
          label="State"
          options={offerStates.map(value => ({ value, label: offerStateWords[value].label }))}
        />
      </FilterBar>
      {program && <OfferTable program={program} />}
    </ProgramPage>
  )
}

function OfferTable({ program }: { program: Program }) {
  const [params] = useSearchParams()
  const filters = Object.fromEntries(
    ['query', 'state', 'merchantId'].flatMap(name => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as OfferFilters
  const query = useInfiniteQuery(offersQuery(program.slug, filters))
  if (query.isPending) return <Loading />
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />
  return (
    <DataTable
      label="Offers"
      columns={columnsOf(program)}
      rows={query.data.pages.flatMap(page => page.offers)}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/programs/${program.slug}/offers/${id}`}
      onEnd={() => {
        if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
      }}
      isLoadingMore={query.isFetchingNextPage}
      empty={
        Object.keys(filters).length > 0 ? (
          <Empty title="No offer is like that">Use fewer words, or another state.</Empty>
        ) : (
          <Empty title="No offer yet">
            An offer adds to what one dine earns, at the restaurants and on the days that you choose.
          </Empty>
        )
      }
    />
  )
}

/** Offers of a program without them are kept, and earn nothing. */
function SwitchedOff({ slug }: { slug: string }) {
  const { data } = useQuery(settingsQuery(slug))
  if (data?.find(({ path }) => path === 'hasFlexOffers')?.value !== false) return null
  return (
    <Alert color="orange" title="Offers are switched off in this program">
      Members do not see them, and dines do not earn them.{' '}
      <Anchor
        component={Link}
        to={`/programs/${slug}/settings?setting=hasFlexOffers`}
        fz="sm"
        c="inherit"
        td="underline"
      >
        Open the setting
      </Anchor>
    </Alert>
  )
}
