import { ActionIcon, AppShell, Burger, Button, Group, Kbd, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { Link, type LoaderFunctionArgs, Outlet, redirect, ScrollRestoration } from 'react-router'
import { CommandPalette } from '../features/navigation/command-palette.tsx'
import { sectionsFor } from '../features/navigation/sections.ts'
import { SideNavigation } from '../features/navigation/side-navigation.tsx'
import { StaffMenu } from '../features/navigation/staff-menu.tsx'
import { UnsavedDialog } from '../features/navigation/unsaved-dialog.tsx'
import { ReauthenticationDialog } from '../features/session/reauthentication-dialog.tsx'
import { SessionEndedDialog } from '../features/session/session-ended-dialog.tsx'
import { ApiError } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { noteSessionStart } from '../lib/session-end.ts'
import { sessionQuery, useStaff } from '../lib/staff.ts'
import { navigation } from '../navigation.ts'
import styles from './root.module.css'

export async function loader({ request }: LoaderFunctionArgs) {
  try {
    await queryClient.ensureQueryData(sessionQuery)
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    noteSessionStart()
    const { pathname, search } = new URL(request.url)
    return redirect(`/sign-in?back=${encodeURIComponent(pathname + search)}`)
  }
}

export function Component() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const sections = sectionsFor(useStaff(), navigation)
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
            <Text component={Link} to="/" fw={750} className={styles.brand}>
              Dineward
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={<Kbd size="xs">Ctrl K</Kbd>}
              onClick={spotlight.open}
              visibleFrom="sm"
            >
              Go to
            </Button>
            <ActionIcon
              variant="default"
              size="lg"
              onClick={spotlight.open}
              hiddenFrom="sm"
              aria-label="Go to"
            >
              <IconSearch size={18} />
            </ActionIcon>
            <StaffMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Console">
        <SideNavigation sections={sections} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </AppShell.Main>
      <CommandPalette sections={sections} />
      <UnsavedDialog />
      <ReauthenticationDialog />
      <SessionEndedDialog />
      <ScrollRestoration />
    </AppShell>
  )
}
