import type { postConsoleSignOut } from '@dineward/core/console-session/console-session.contract.ts'
import { Button, Menu, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { api, forgetToken } from '../../lib/api.ts'
import { useStaff } from '../../lib/staff.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'

export function StaffMenu() {
  const { name, email } = useStaff()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function signOut() {
    try {
      await api<typeof postConsoleSignOut>('POST', '/api/Console/SignOut', {})
      forgetToken()
      await navigate('/sign-in')
      queryClient.clear()
    } catch (error) {
      toastProblem(error)
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/me">
          Your sign-in
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map(scheme => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            aria-current={colorScheme === scheme}
            fw={colorScheme === scheme ? 700 : 400}
          >
            {{ light: 'Light', dark: 'Dark', auto: 'As the system' }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
