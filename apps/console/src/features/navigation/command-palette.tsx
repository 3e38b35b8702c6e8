import type { RestaurantRow } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { postConsoleMemberSearch } from '@dineward/core/console-support/members.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconReceipt, IconSearch, IconToolsKitchen2, IconUser, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { programOf, useMay, useStaff } from '../../lib/staff.ts'
import { foundQuery, restaurantsQuery } from './palette.queries.ts'
import type { NavigationSection } from './sections.ts'

const shownPages = 6
const shownFinds = 6
const shownRestaurants = 4
const pauseMs = 200

/**
 * Ctrl or Command and K open it: one goes to a page, opens a member, a transaction or a restaurant, or searches for what
 * is typed.
 */
export function CommandPalette({ sections }: { sections: readonly NavigationSection[] }) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const actions = [
    ...pageActions(sections, typed.toLowerCase()),
    ...useFoundActions(typed),
    ...useSearchAction(typed),
  ]
  return (
    <Spotlight
      shortcut={['mod + K', '/']}
      query={query}
      onQueryChange={setQuery}
      actions={actions.map(({ to, ...action }) => ({ ...action, onClick: () => void navigate(to) }))}
      nothingFound="Nothing is called that"
      limit={shownPages + shownFinds + shownRestaurants + 1}
      scrollable
      maxHeight={480}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Go to a page, or find a member, dine or restaurant',
        'aria-label': 'Go to a page, or find a member, dine or restaurant',
      }}
      filter={(_text, all) => all}
    />
  )
}

type Action = SpotlightActionData & { readonly to: string }

function pageActions(sections: readonly NavigationSection[], words: string): Action[] {
  const pages = sections.flatMap(({ label: group, items }) =>
    items
      .filter(({ label, keywords = [] }) =>
        [label, group, ...keywords].some(one => one.toLowerCase().includes(words)),
      )
      .map(({ to, label, icon: Icon }) => ({
        id: to,
        to,
        label,
        description: group,
        leftSection: <Icon size={18} />,
      })),
  )
  return words === '' ? pages : pages.slice(0, shownPages)
}

type Found = ContractResponse<typeof postConsoleMemberSearch>

function useFoundActions(typed: string): Action[] {
  const staff = useStaff()
  const maySearch = useMay('members.read')
  const nameOf = (slug: string | null) => (slug === null ? undefined : programOf(staff, slug)?.name)
  const [asked] = useDebouncedValue(typed, pauseMs)
  const { data } = useQuery(foundQuery(asked, maySearch))
  const { data: places } = useQuery(restaurantsQuery(asked, useMay('merchants.read')))
  if (asked !== typed) return []
  return [
    ...(data ? foundActions(data, nameOf) : []),
    ...(places?.restaurants ?? []).slice(0, shownRestaurants).map(restaurantAction),
  ]
}

const restaurantAction = ({ id, name, city, state }: RestaurantRow): Action => ({
  id: `restaurant-${id}`,
  to: `/restaurants/${encodeURIComponent(id)}`,
  label: name,
  description: `Restaurant · ${city}, ${state}`,
  leftSection: <IconToolsKitchen2 size={18} />,
})

const transactionKinds = { dine: 'Dine', reward: 'Reward', event: 'Card event' } as const

function foundActions(
  { items, transactions }: Found,
  programName: (slug: string | null) => string | undefined,
): Action[] {
  const inWords = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  return [
    ...items.map(({ id, name, email, memberNumber, partner }) => ({
      id: `member-${id}`,
      to: `/members/${id}`,
      label: name || 'A former member',
      description: inWords([email, memberNumber, programName(partner)]),
      leftSection: <IconUser size={18} />,
    })),
    ...transactions.map(({ id, kind, title, partner }) => ({
      id: `transaction-${id}`,
      to: `/transactions/${encodeURIComponent(id)}`,
      label: title,
      description: inWords([transactionKinds[kind], id, programName(partner)]),
      leftSection: <IconReceipt size={18} />,
    })),
  ].slice(0, shownFinds)
}

function useSearchAction(typed: string): Action[] {
  const maySearch = useMay('members.read')
  if (!maySearch || typed.length < 2) return []
  return [
    {
      id: 'search-members',
      to: `/members?query=${encodeURIComponent(typed)}`,
      label: `Find members and transactions: ${typed}`,
      leftSection: <IconUserSearch size={18} />,
    },
  ]
}
