import type { StaffAccount } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InviteDialog } from '../../features/staff/invite-dialog.tsx'
import { roleText, staffQuery, stateWords } from '../../features/staff/staff.queries.ts'
import { StaffDetails } from '../../features/staff/staff-details.tsx'
import { useFilter } from '../../lib/filters.ts'
import { useMay } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

const tones: Record<StaffAccount['state'], Tone> = { active: 'good', invited: 'wait', deactivated: 'quiet' }
const states = Object.keys(tones) as StaffAccount['state'][]

const columns: readonly TableColumn<StaffAccount>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 'minmax(8rem, 1fr)',
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    key: 'state',
    header: 'State',
    width: '7rem',
    sortBy: ({ state }) => state,
    cell: ({ state }) => <Status tone={tones[state]}>{stateWords[state]}</Status>,
  },
  {
    key: 'email',
    header: 'Email',
    width: 'minmax(14rem, 2fr)',
    isSecondary: true,
    sortBy: ({ email }) => email,
    cell: ({ email }) => email,
  },
  {
    key: 'roles',
    header: 'Roles',
    width: 'minmax(10rem, 2fr)',
    isSecondary: true,
    cell: ({ roles }) => roles.map(roleText).join(', ') || 'None',
  },
  {
    key: 'factor',
    header: 'Second factor',
    isSecondary: true,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Set up' : 'Not yet'),
  },
  {
    key: 'used',
    header: 'Last used',
    isSecondary: true,
    sortBy: ({ lastUsedAt }) => lastUsedAt ?? '',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : '—'),
  },
]

export function Component() {
  const staff = useQuery(staffQuery)
  const [query] = useFilter('query')
  const [state] = useFilter('state')
  const [open, setOpen] = useFilter('account')
  const [isInviting, setInviting] = useState(false)
  const mayInvite = useMay('staff.change')
  const matches = ({ name, email, roles, state: present }: StaffAccount) =>
    (!state || state === present) &&
    `${name} ${email} ${roles.map(roleText).join(' ')}`.toLowerCase().includes(query.toLowerCase())
  return (
    <Page
      title="Staff"
      intro="Who works in the console, and what they may do in which program."
      actions={mayInvite && <Button onClick={() => setInviting(true)}>Invite someone</Button>}
    >
      <FilterBar list="staff">
        <SearchFilter label="Search" placeholder="Name, email or role" />
        <SelectFilter
          name="state"
          label="State"
          options={states.map(value => ({ value, label: stateWords[value] }))}
        />
      </FilterBar>
      <Loaded query={staff}>
        {({ items, assignable }) => (
          <>
            <DataTable
              label="Staff"
              columns={columns}
              rows={items.filter(matches)}
              rowKey={({ id }) => id}
              rowLink={({ id }) => `?account=${encodeURIComponent(id)}`}
              empty={<Empty title="No one matches">Take a filter away, or invite someone.</Empty>}
            />
            <StaffDetails
              account={items.find(({ id }) => id === open)}
              assignable={assignable}
              onClose={() => setOpen(null)}
            />
            <InviteDialog opened={isInviting} onClose={() => setInviting(false)} assignable={assignable} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
