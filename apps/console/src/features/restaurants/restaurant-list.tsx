import {
  type RestaurantRow,
  restaurantGaps,
  restaurantStatuses,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatNumber, formatPlainDate } from '../../lib/format.ts'
import { useMay, useStaff } from '../../lib/staff.ts'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { gapWords, statusFilterWords, statusWords } from './restaurant-words.ts'
import { type ListFilters, restaurantsQuery } from './restaurants.queries.ts'

const filterNames = ['query', 'city', 'state', 'status', 'missing', 'partner'] as const

export function RestaurantList() {
  const [params] = useSearchParams()
  const filters = Object.fromEntries(
    filterNames.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as ListFilters
  const query = useInfiniteQuery(restaurantsQuery(filters))
  const rows = query.data?.pages.flatMap(page => page.restaurants) ?? []
  const total = query.data?.pages[0]?.total ?? null
  return (
    <>
      <ListFiltersBar />
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading rows={10} />}
      {query.isSuccess && (
        <>
          <Text fz="sm" c="dimmed" role="status">
            {total === 1 ? '1 restaurant' : `${formatNumber(total ?? rows.length)} restaurants`}
          </Text>
          <DataTable
            label="Restaurants"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/restaurants/${encodeURIComponent(id)}`}
            onEnd={() => {
              if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
            }}
            isLoadingMore={query.isFetchingNextPage}
            empty={<NothingFound isFiltered={Object.keys(filters).length > 0} />}
          />
        </>
      )}
    </>
  )
}

function ListFiltersBar() {
  return (
    <FilterBar list="restaurants">
      <SearchFilter label="Search" placeholder="Name, cuisine, id or MID" hasFocus />
      <SearchFilter name="city" label="City" />
      <SelectFilter
        name="status"
        label="State"
        options={restaurantStatuses.map(value => ({ value, label: statusFilterWords[value] }))}
      />
      <SelectFilter
        name="missing"
        label="To do"
        options={restaurantGaps.map(value => ({ value, label: gapWords[value] }))}
      />
      <ProgramFilter permission="merchants.read" />
    </FilterBar>
  )
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const mayAdd = useMay('merchants.change')
  if (isFiltered)
    return (
      <Empty
        title="No restaurants match these filters"
        action={
          <Button component={Link} to="/restaurants" variant="default">
            Clear filters
          </Button>
        }
      />
    )
  return (
    <Empty
      title="No restaurants yet"
      {...(mayAdd && {
        action: (
          <Button component={Link} to="/restaurants/new">
            Add a restaurant
          </Button>
        ),
      })}
    >
      Add them one by one, or import a file.
    </Empty>
  )
}

const columns: readonly TableColumn<RestaurantRow>[] = [
  { key: 'name', header: 'Name', width: 'minmax(8rem, 2fr)', cell: ({ name }) => name },
  {
    key: 'city',
    header: 'City',
    width: 'minmax(5.5rem, 1.1fr)',
    cell: ({ city, state }) => `${city}, ${state}`,
  },
  {
    key: 'cuisines',
    header: 'Cuisines',
    width: 'minmax(8rem, 1.6fr)',
    isSecondary: true,
    cell: ({ cuisines }) => cuisines.join(', '),
  },
  {
    key: 'programs',
    header: 'Programs',
    width: 'minmax(7rem, 1fr)',
    isSecondary: true,
    cell: row => <Programs row={row} />,
  },
  { key: 'mid', header: 'MID', isSecondary: true, cell: ({ mid }) => mid ?? '' },
  {
    key: 'missing',
    header: 'To do',
    isSecondary: true,
    width: 'minmax(6rem, 1.5fr)',
    cell: ({ missing, participations }) =>
      [...missing.map(gap => gapWords[gap]), ...changesOf(participations)].join(', '),
  },
]

/** The next change of terms. */
function changesOf(participations: RestaurantRow['participations']): string[] {
  const [next] = participations.flatMap(({ changesOn }) => changesOn ?? []).toSorted()
  return next === undefined ? [] : [`terms change ${formatPlainDate(next)}`]
}

/** The counts of states; the names where there is one. */
function Programs({ row }: { row: RestaurantRow }) {
  const { partners } = useStaff()
  if (row.participations.length === 0) return <Status tone="quiet">In no program</Status>
  const nameOf = (slug: string) => partners.find(one => one.slug === slug)?.name ?? slug
  const states = (['active', 'coming', 'left'] as const).flatMap(status => {
    const found = row.participations.filter(one => one.status === status)
    return found.length > 0 ? [{ status, found }] : []
  })
  return (
    <Group gap={4} wrap="nowrap">
      {states.map(({ status, found }) => (
        <Status key={status} tone={statusWords[status].tone}>
          {found.length === 1 ? nameOf(found[0]!.partner) : `${found.length} programs`}
          {status === 'active' ? '' : ` · ${statusWords[status].label}`}
        </Status>
      ))}
    </Group>
  )
}
