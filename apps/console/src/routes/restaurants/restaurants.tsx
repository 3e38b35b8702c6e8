import type { RestaurantRow } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { BulkDialog } from '../../features/restaurants/bulk/bulk-dialog.tsx'
import { gapWords, statusFilterWords, statusWords } from '../../features/restaurants/restaurant-words.ts'
import { type RestaurantFilters, restaurantsQuery } from '../../features/restaurants/restaurants.queries.ts'
import type { ManyAction } from '../../kit/action/action.ts'
import { column, fileColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, programFilter, search } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatNumber, formatPlainDate } from '../../lib/format.ts'
import { useMay, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const list: List<RestaurantRow> = {
  name: 'restaurants',
  label: 'Restaurants',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/restaurants/${encodeURIComponent(id)}`,
  filters: [
    { ...search('Search', 'Name, cuisine, id or MID'), hasFocus: true },
    search('City', '', 'city'),
    choice('status', 'State', choicesOf(statusFilterWords)),
    choice('missing', 'To do', choicesOf(gapWords)),
    programFilter('merchants.read'),
    { kind: 'linked', name: 'state' },
  ],
  columns: [
    column('Name', ({ name }) => name),
    column('City', ({ city, state }) => `${city}, ${state}`),
    column('Cuisines', ({ cuisines }) => cuisines.join(', ')),
    column(
      'Programs',
      row => row.participations.map(({ partner, status }) => `${partner}: ${status}`).join(', '),
      { cell: row => <Programs row={row} /> },
    ),
    column('MID', ({ mid }) => mid),
    column('To do', ({ missing, participations }) =>
      [...missing.map(gap => gapWords[gap]), ...changesOf(participations)].join(', '),
    ),
    fileColumn('Id', ({ id }) => id),
  ],
  empty: <Empty title="No restaurants yet">Add them one by one, or import a file.</Empty>,
}

const forMany: ManyAction<RestaurantRow> = {
  label: 'Change',
  nameOf: ({ name }) => name,
  dialog: asked => <BulkDialog {...asked} />,
}

export function Component() {
  const mayAdd = useMay('merchants.change')
  const restaurants = usePagedRows(
    restaurantsQuery(useListFilters<RestaurantFilters>(list)),
    page => page.restaurants,
  )
  const total = restaurants.first?.total
  return (
    <ListPage
      of={mayAdd ? { ...list, forMany } : list}
      rows={restaurants}
      title="Restaurants"
      actions={
        mayAdd && (
          <Button component={Link} to="/restaurants/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New restaurant
          </Button>
        )
      }
    >
      {typeof total === 'number' && (
        <Text fz="sm" c="dimmed" role="status">
          {total === 1 ? '1 restaurant' : `${formatNumber(total)} restaurants`}
        </Text>
      )}
    </ListPage>
  )
}

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
