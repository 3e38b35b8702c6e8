import type { StaffAccount } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InviteDialog } from '../../features/staff/invite-dialog.tsx'
import { roleText, staffQuery, stateWords } from '../../features/staff/staff.queries.ts'
import { StaffDetails } from '../../features/staff/staff-details.tsx'
import { column, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, search } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMay } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import type { Tone } from '../../ui/status.tsx'

const states: Record<StaffAccount['state'], { label: string; tone: Tone }> = {
  active: { label: stateWords.active, tone: 'good' },
  invited: { label: stateWords.invited, tone: 'wait' },
  deactivated: { label: stateWords.deactivated, tone: 'quiet' },
}

const list: List<StaffAccount> = {
  name: 'staff',
  label: 'Staff',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `?account=${encodeURIComponent(id)}`,
  filters: [search('Search', 'Name, email or role'), choice('state', 'State', choicesOf(stateWords))],
  columns: [
    column('Name', ({ name }) => name, { width: 'minmax(8rem, 1fr)' }),
    statusColumn('State', ({ state }) => state, states),
    column('Email', ({ email }) => email, { width: 'minmax(14rem, 2fr)' }),
    column('Roles', ({ roles }) => roles.map(roleText).join(', ') || 'None', {
      width: 'minmax(10rem, 2fr)',
    }),
    column('Second factor', ({ hasSecondFactor }) => (hasSecondFactor ? 'Set up' : 'Not yet')),
    timeColumn('Last used', ({ lastUsedAt }) => lastUsedAt),
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
