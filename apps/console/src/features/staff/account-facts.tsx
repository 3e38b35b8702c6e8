import type { StaffAccount } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Text, Title } from '@mantine/core'
import { SmallTable } from '../../kit/small-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { grantText, stateWords } from './staff.queries.ts'

export function AccountFacts({ account }: { account: StaffAccount }) {
  const { lastSignedInAt, lockedUntil, siteSessions, grants } = account
  return (
    <Facts
      items={[
        ['Email', account.email],
        ['State', stateWords[account.state]],
        [
          'Kind',
          account.isBreakGlass ? 'Break-glass account: every administrator is told when it signs in' : null,
        ],
        ['Last sign-in', lastSignedInAt ? <Time key="last" at={lastSignedInAt} /> : 'Never'],
        ['Second factor', account.hasSecondFactor ? 'Set up' : 'Not yet'],
        ['Single sign-on', account.isConnected ? 'Connected' : null],
        ['Locked until', lockedUntil && <Time key="locked" at={lockedUntil} />],
        ['Sessions at programs’ sites', siteSessions > 0 ? siteSessions : null],
        ['Roles', grants.map(grantText).join(', ') || 'None: this account may do nothing.'],
      ]}
    />
  )
}

/** Each permission with the roles that it comes from, so that what no one uses can be taken away. */
export function PermissionTable({ account: { permissions, grants } }: { account: StaffAccount }) {
  if (permissions.length === 0) return null
  return (
    <section aria-labelledby="permissions">
      <Title order={3} id="permissions" mb="xs">
        What they may do
      </Title>
      <SmallTable
        label="Permissions"
        rows={permissions}
        rowKey={({ permission }) => permission}
        columns={[
          ['Permission', ({ permission }) => permission],
          [
            'From',
            ({ permission }) =>
              grants
                .filter(grant => grant.permissions.includes(permission))
                .map(grantText)
                .join(', '),
          ],
          ['Last used', ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : 'Never')],
        ]}
      />
    </section>
  )
}

export function SessionTable({ sessions }: Pick<StaffAccount, 'sessions'>) {
  return (
    <section aria-labelledby="sessions">
      <Title order={3} id="sessions" mb="xs">
        Open sessions
      </Title>
      {sessions.length === 0 ? (
        <Text c="dimmed">They are not signed in to the console now.</Text>
      ) : (
        <SmallTable
          label="Open sessions"
          rows={sessions}
          rowKey={({ startedAt, lastUsedAt }) => `${startedAt} ${lastUsedAt}`}
          columns={[
            ['Browser', ({ browser, system }) => [browser, system].filter(Boolean).join(', ') || 'Unknown'],
            ['Since', ({ startedAt }) => <Time at={startedAt} />],
            ['Last used', ({ lastUsedAt }) => <Time at={lastUsedAt} as="relative" />],
          ]}
        />
      )}
    </section>
  )
}
