import { NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { NavigationSection } from './sections.ts'

export function SideNavigation({
  sections,
  onNavigate,
}: {
  sections: readonly NavigationSection[]
  onNavigate: () => void
}) {
  const { pathname } = useLocation()
  const isBelow = (to: string) => (to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`))
  /** The nearest page is current: below a list there may be pages of their own. */
  const [current] = sections
    .flatMap(({ items }) => items.map(({ to }) => to))
    .filter(isBelow)
    .toSorted((a, b) => b.length - a.length)
  return (
    <ScrollArea type="hover" h="100%">
      <Stack gap="sm" p="xs">
        {sections.map(({ label, items }) => (
          <div key={label}>
            <Text fz="xs" fw={700} c="dimmed" px="xs" pb={2}>
              {label}
            </Text>
            {items.map(({ to, label, icon: Icon }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon size={18} aria-hidden />}
                active={to === current}
                {...(to === current ? { 'aria-current': 'page' as const } : {})}
                onClick={onNavigate}
                py={5}
              />
            ))}
          </div>
        ))}
      </Stack>
    </ScrollArea>
  )
}
