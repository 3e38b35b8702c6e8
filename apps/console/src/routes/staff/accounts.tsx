import type { StaffAccount } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InviteDialog } from '../../features/staff/invite-dialog.tsx'
import { grantText, staffQuery, stateWords } from '../../features/staff/staff.queries.ts'
import { StaffDetails } from '../../features/staff/staff-details.tsx'
import { column, numberColumn, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, type ListColumn, search } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMay } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import type { Tone } from '../../ui/status.tsx'

const states: Record<StaffAccount['state'] | 'locked', { label: string; tone: Tone }> = {
  locked: { label: 'Locked', tone: 'bad' },
  active: { label: stateWords.active, tone: 'good' },
  invited: { label: stateWords.invited, tone: 'wait' },
  deactivated: { label: stateWords.deactivated, tone: 'quiet' },
}

type Value = NonNullable<ListColumn<StaffAccount>['value']>
const onlyInFile = (values: Readonly<Record<string, Value>>): ListColumn<StaffAccount>[] =>
  Object.entries(values).map(([header, value]) => ({ key: header, header, value, isOnlyInFile: true }))

const list: List<StaffAccount> = {
  name: 'staff',
  label: 'Staff',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `?account=${encodeURIComponent(id)}`,
  filters: [search('Search', 'Name, email or role'), choice('state', 'State', choicesOf(stateWords))],
  columns: [
    column('Name', ({ name }) => name),
    statusColumn('State', ({ state, lockedUntil }) => (lockedUntil ? 'locked' : state), states),
    column('Email', ({ email }) => email),
    column('Roles', ({ grants }) => grants.map(grantText).join(', ') || 'None'),
    column('Second factor', ({ hasSecondFactor }) => (hasSecondFactor ? 'Set up' : 'Not yet')),
    timeColumn('Last sign-in', ({ lastSignedInAt }) => lastSignedInAt),
    numberColumn('Open sessions', ({ sessions, siteSessions }) => sessions.length + siteSessions),
    ...onlyInFile({
      'Locked until': ({ lockedUntil }) => lockedUntil,
      'Break-glass': ({ isBreakGlass }) => (isBreakGlass ? 'yes' : 'no'),
      'Single sign-on': ({ isConnected }) => (isConnected ? 'connected' : 'no'),
      'Permissions and last use': ({ permissions }) =>
        permissions.map(({ permission, lastUsedAt }) => `${permission}: ${lastUsedAt ?? 'never'}`).join('; '),
    }),
  ],
  empty: <Empty title="No one works here yet">People come by invitation, or by single sign-on.</Empty>,
}

export function Component() {
  const staff = useQuery(staffQuery)
  const { query = '', state } = useListFilters<{ query?: string; state?: string }>(list)
  const [open, setOpen] = useFilter('account')
  const [isInviting, setInviting] = useState(false)
  const mayInvite = useMay('staff.change')
  const { items = [], assignable = [], invites = false } = staff.data ?? {}
  const matches = ({ name, email, grants, state: present }: StaffAccount) =>
    (!state || state === present) &&
    `${name} ${email} ${grants.map(grantText).join(' ')}`.toLowerCase().includes(query.toLowerCase())
  return (
    <ListPage
      of={list}
      rows={wholeRows(staff, () => items.filter(matches))}
      title="Staff"
      intro="Who works in the console, and what they may do in which program."
      actions={mayInvite && invites && <Button onClick={() => setInviting(true)}>Invite someone</Button>}
    >
      <StaffDetails
        account={items.find(({ id }) => id === open)}
        assignable={assignable}
        invites={invites}
        onClose={() => setOpen(null)}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} assignable={assignable} />}
    </ListPage>
  )
}
