import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconSearch, IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '../../lib/staff.ts'
import type { NavigationSection } from './sections.ts'

/** Ctrl or Command and K: go to a page, or search for what is typed. */
export function CommandPalette({ sections }: { sections: readonly NavigationSection[] }) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const maySearch = useMay('members.read')
  const typed = query.trim()
  const searches: SpotlightActionData[] =
    maySearch && typed.length > 1
      ? [
          {
            id: 'search-members',
            label: `Find a member or transaction: ${typed}`,
            leftSection: <IconUserSearch size={18} />,
            onClick: () => void navigate(`/members?query=${encodeURIComponent(typed)}`),
          },
        ]
      : []
  const pages = sections.flatMap(({ label: group, items }) =>
    items.map(({ to, label, icon: Icon, keywords }) => ({
      id: to,
      label,
      description: group,
      ...(keywords ? { keywords: [...keywords] } : {}),
      leftSection: <Icon size={18} />,
      onClick: () => void navigate(to),
    })),
  )
  return (
    <Spotlight
      shortcut={['mod + K', '/']}
      query={query}
      onQueryChange={setQuery}
      actions={[...pages, ...searches]}
      nothingFound="Nothing is called that"
      limit={12}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Go to a page, or find a member',
        'aria-label': 'Go to a page, or find a member',
      }}
      filter={(text, actions) => filterActions(text, actions as SpotlightActionData[])}
    />
  )
}

function filterActions(text: string, actions: readonly SpotlightActionData[]): SpotlightActionData[] {
  const words = text.toLowerCase().trim()
  return actions.filter(
    ({ id, label = '', keywords = [], description = '' }) =>
      id.startsWith('search-') ||
      [label, description, ...keywords].some(one => one.toLowerCase().includes(words)),
  )
}
