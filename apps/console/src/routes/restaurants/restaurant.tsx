import type { Restaurant } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Button, Group, Menu } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { RestaurantTabs } from '../../features/restaurants/restaurant-tabs.tsx'
import { statusWords } from '../../features/restaurants/restaurant-words.ts'
import { restaurantQuery } from '../../features/restaurants/restaurants.queries.ts'
import { useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const parents = [{ to: '/restaurants', label: 'Restaurants' }]

export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(restaurantQuery(id))
  const restaurant = query.data
  return (
    <Page
      title={restaurant?.facts.name ?? 'Restaurant'}
      parents={parents}
      {...(restaurant && {
        mark: <States restaurant={restaurant} />,
        intro: addressOf(restaurant),
        actions: <PagesOnSites restaurant={restaurant} />,
      })}
    >
      <Loaded query={query}>{found => <RestaurantTabs key={found.id} restaurant={found} />}</Loaded>
    </Page>
  )
}

const addressOf = ({ facts: { street, city, state, zipCode } }: Restaurant): string =>
  `${street}, ${city}, ${state} ${zipCode}`

/** What is missing first, then where it takes part. */
function States({ restaurant }: { restaurant: Restaurant }) {
  const { partners } = useStaff()
  const { photos, facts, mids, participations } = restaurant
  const gaps = [
    photos.some(({ kind }) => kind === 'place') ? [] : 'No photo',
    Object.values(facts.hours).some(sittings => sittings.length > 0) ? [] : 'No hours',
    mids.some(({ validTo }) => validTo === null) ? [] : 'No MID',
  ].flat()
  return (
    <Group gap={6}>
      {gaps.map(gap => (
        <Status key={gap} tone="warn">
          {gap}
        </Status>
      ))}
      {participations.length === 0 && <Status tone="quiet">In no program</Status>}
      {participations.map(({ partner, status }) => (
        <Status key={partner} tone={statusWords[status].tone}>
          {partners.find(({ slug }) => slug === partner)?.name ?? partner}
          {status === 'active' ? '' : ` · ${statusWords[status].label}`}
        </Status>
      ))}
    </Group>
  )
}

/** As members of each program see it. Sites do not allow frames. */
function PagesOnSites({ restaurant: { id, participations } }: { restaurant: Restaurant }) {
  const { partners } = useStaff()
  const programs = partners.filter(({ slug }) => participations.some(({ partner }) => partner === slug))
  if (programs.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconExternalLink size={16} aria-hidden />}>
          View site
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {programs.map(({ slug, name, site }) => (
          <Menu.Item
            key={slug}
            component="a"
            href={`${site}/merchants/${encodeURIComponent(id)}`}
            target="_blank"
            rel="noreferrer"
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
