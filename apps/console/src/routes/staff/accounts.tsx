import type { StaffAccount } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InviteDialog } from '../../features/staff/invite-dialog.tsx'
import { roleText, staffQuery, stateWords } from '../../features/staff/staff.queries.ts'
import { StaffDetails } from '../../features/staff/staff-details.tsx'
import { choicesOf, type List } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMay } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const tones: Record<StaffAccount['state'], Tone> = { active: 'good', invited: 'wait', deactivated: 'quiet' }

const list: List<StaffAccount> = {
  name: 'staff',
  label: 'Staff',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `?account=${encodeURIComponent(id)}`,
  filters: [
    { kind: 'search', name: 'query', label: 'Search', placeholder: 'Name, email or role' },
    { kind: 'choice', name: 'state', label: 'State', choices: choicesOf(stateWords) },
  ],
  columns: [
    { key: 'name', header: 'Name', width: 'minmax(8rem, 1fr)', value: ({ name }) => name },
    {
      key: 'state',
      header: 'State',
      width: '7rem',
      value: ({ state }) => state,
      cell: ({ state }) => <Status tone={tones[state]}>{stateWords[state]}</Status>,
    },
    { key: 'email', header: 'Email', width: 'minmax(14rem, 2fr)', value: ({ email }) => email },
    {
      key: 'roles',
      header: 'Roles',
      width: 'minmax(10rem, 2fr)',
      value: ({ roles }) => roles.map(roleText).join(', ') || 'None',
    },
    {
      key: 'factor',
      header: 'Second factor',
      value: ({ hasSecondFactor }) => (hasSecondFactor ? 'Set up' : 'Not yet'),
    },
    {
      key: 'used',
      header: 'Last used',
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : '—'),
    },
  ],
  empty: <Empty title="No one works here yet">Invite someone.</Empty>,
}

export function Component() {
  const staff = useQuery(staffQuery)
  const { query = '', state } = useListFilters<{ query?: string; state?: string }>(list)
  const [open, setOpen] = useFilter('account')
  const [isInviting, setInviting] = useState(false)
  const mayInvite = useMay('staff.change')
  const { items = [], assignable = [] } = staff.data ?? {}
  const matches = ({ name, email, roles, state: present }: StaffAccount) =>
    (!state || state === present) &&
    `${name} ${email} ${roles.map(roleText).join(' ')}`.toLowerCase().includes(query.toLowerCase())
  return (
    <ListPage
      of={list}
      rows={wholeRows(staff, () => items.filter(matches))}
      title="Staff"
      intro="Who works in the console, and what they may do in which program."
      actions={mayInvite && <Button onClick={() => setInviting(true)}>Invite someone</Button>}
    >
      <StaffDetails
        account={items.find(({ id }) => id === open)}
        assignable={assignable}
        onClose={() => setOpen(null)}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} assignable={assignable} />}
    </ListPage>
  )
}
