import type { StaffAccount, StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Alert, Button, Drawer, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../../kit/action/action-dialog.tsx'
import { toastDone, toastProblem } from '../../ui/dialog/toast.ts'
import { Difference } from '../../ui/difference.tsx'
import { AccountFacts, PermissionTable, SessionTable } from './account-facts.tsx'
import { RoleSelect } from './role-select.tsx'
import {
  type AssignableRole,
  activateStaff,
  changeRoles,
  deactivateStaff,
  endSessionsOf,
  inviteAgain,
  resetSecondFactor,
  roleText,
  staffQuery,
  unlockStaff,
} from './staff.queries.ts'

interface StaffDetailsProps {
  readonly account: StaffAccount | undefined
  readonly assignable: readonly AssignableRole[]
  readonly invites: boolean
  readonly onClose: () => void
}

export function StaffDetails({ account, onClose, ...rest }: StaffDetailsProps) {
  return (
    <Drawer
      opened={account !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={account?.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {account && <Details key={account.id} account={account} {...rest} />}
    </Drawer>
  )
}

type Change = 'roles' | 'unlock' | 'end sessions' | 'reset' | 'deactivate' | 'activate'

function Details({
  account,
  assignable,
  invites,
}: Pick<StaffDetailsProps, 'assignable' | 'invites'> & { account: StaffAccount }) {
  const { id, email, roles, state, hasSecondFactor, lockedUntil, sessions, siteSessions, mayChange } = account
  // What the change was made from: someone else may change the account meanwhile.
  const [seen, setSeen] = useState(account)
  const [chosen, setChosen] = useState<readonly StaffRole[]>(roles)
  const [change, setChange] = useState<Change | null>(null)

  const dialog = dialogs[change ?? 'roles']
  async function confirm(reason: string) {
    if (change === 'roles') {
      setSeen({ ...seen, version: '' })
      await changeRoles({ id, before: seen.roles, after: chosen, version: seen.version, reason })
    } else if (change !== null) await changesOf[change](id, reason)
    return `The account ${email} is changed.`
  }

  const isStale = seen.version !== account.version && seen.version !== ''
  return (
    <Stack>
      <AccountFacts account={account} />
      <PermissionTable account={account} />
      <SessionTable sessions={sessions} />
      {!mayChange && (
        <Alert color="gray">This is your own account, or one that may do more than yours.</Alert>
      )}
      {mayChange && (
        <>
          {isStale && (
            <Alert color="orange" title="Someone else changed the roles meanwhile">
              <Difference before={seen.roles.map(roleText)} after={roles.map(roleText)} />
            </Alert>
          )}
          <RoleSelect value={chosen} assignable={assignable} onChange={setChosen} />
          <Group gap="xs">
            <Button
              onClick={() => {
                setSeen(account)
                setChange('roles')
              }}
            >
              Save the roles
            </Button>
            {state === 'invited' && invites && <InviteAgain id={id} />}
            {lockedUntil && (
              <Button variant="default" onClick={() => setChange('unlock')}>
                Unlock the sign-in
              </Button>
            )}
            {(sessions.length > 0 || siteSessions > 0) && (
              <Button variant="default" onClick={() => setChange('end sessions')}>
                End every session
              </Button>
            )}
            {hasSecondFactor && (
              <Button variant="default" onClick={() => setChange('reset')}>
                Reset the second factor
              </Button>
            )}
            {state === 'deactivated' ? (
              <Button variant="default" onClick={() => setChange('activate')}>
                Activate
              </Button>
            ) : (
              <Button variant="default" c="red" onClick={() => setChange('deactivate')}>
                Deactivate
              </Button>
            )}
          </Group>
          <ActionDialog
            opened={change !== null}
            onClose={() => setChange(null)}
            title={`${dialog.title}: ${email}`}
            confirm={dialog.confirm}
            isDangerous={dialog.isDangerous ?? false}
            refresh={[staffQuery.queryKey]}
            run={({ reason }) => confirm(reason)}
          >
            {dialog.says}
          </ActionDialog>
        </>
      )}
    </Stack>
  )
}

function InviteAgain({ id }: { id: string }) {
  const send = () =>
    inviteAgain(id)
      .then(() => toastDone('Another link is mailed. The one before is void.'))
      .catch(toastProblem)
  return (
    <Button variant="default" onClick={send}>
      Send the invitation again
    </Button>
  )
}

const changesOf: Record<Exclude<Change, 'roles'>, (id: string, reason: string) => Promise<unknown>> = {
  unlock: unlockStaff,
  'end sessions': endSessionsOf,
  reset: resetSecondFactor,
  deactivate: deactivateStaff,
  activate: activateStaff,
}

const dialogs: Record<Change, { title: string; confirm: string; says: string; isDangerous?: true }> = {
  roles: {
    title: 'Change the roles',
    confirm: 'Save',
    says: 'It counts from the next call on. What takes a role away is done at once; a role that moves money waits for another person.',
  },
  unlock: {
    title: 'Unlock the sign-in',
    confirm: 'Unlock',
    says: 'They may try again at once, from everywhere. Check who asks: someone may be guessing their password.',
  },
  'end sessions': {
    title: 'End every session',
    confirm: 'End them',
    says: 'They are signed out of the console and of partners’ sites at once, and may sign in again.',
  },
  reset: {
    title: 'Reset the second factor',
    confirm: 'Reset',
    says: 'Authenticator app, recovery codes and passkeys are gone, and every session ends. Check who asks: anyone with the password can set up the next app. All administrators are mailed your reason.',
    isDangerous: true,
  },
  deactivate: {
    title: 'Deactivate the account',
    confirm: 'Deactivate',
    says: 'Every session ends at once, and the next sign-in is refused. What they did stays in the records.',
    isDangerous: true,
  },
  activate: {
    title: 'Activate the account',
    confirm: 'Activate',
    says: 'They may sign in again, with the password and the roles from before. With a role that moves money it waits for another person.',
  },
}
