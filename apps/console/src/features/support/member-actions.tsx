import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from '../../kit/action/action-dialog.tsx'
import { useProgram } from '../../lib/staff.ts'
import { EmailDialog } from './email-dialog.tsx'
import {
  banFromBooking,
  cancelErasure,
  exportMember,
  requestErasure,
  resend,
  signOut,
  unlock,
} from './member-actions.queries.ts'
import { MemberConflict } from './member-conflict.tsx'

interface Action {
  readonly label: string
  /** The dialog says what happens, and what is lost. */
  readonly explained: string
  readonly confirm: string
  readonly needs: Permission
  readonly isDangerous?: boolean
  readonly run: (id: string, reason: string, versions: ConsoleMember['versions']) => Promise<string>
}

function actionsFor({
  lockedUntil,
  erasureDueAt,
  bookingBannedAt,
  emailConfirmedAt,
}: ConsoleMember): Action[] {
  const change = { needs: 'members.change' } as const
  const actions: (Action | false)[] = [
    lockedUntil !== null && {
      ...change,
      label: 'Unlock',
      explained: 'The member can sign in again at once, with the password they have.',
      confirm: 'Unlock',
      run: unlock,
    },
    emailConfirmedAt === null && {
      ...change,
      label: 'Send the confirmation again',
      explained: 'A new link that confirms the address goes to it. Earlier links go on working.',
      confirm: 'Send the link',
      run: (id, reason) => resend(id, 'confirmation', reason),
    },
    {
      ...change,
      label: 'Send a link to a new password',
      explained: 'It goes to the address of the member. Staff never set a password.',
      confirm: 'Send the link',
      run: (id, reason) => resend(id, 'recovery', reason),
    },
    {
      ...change,
      label: 'Sign out everywhere',
      explained: 'Every browser of the member has to sign in again.',
      confirm: 'Sign out',
      run: signOut,
    },
    {
      ...change,
      label: bookingBannedAt ? 'Allow booking tables' : 'Keep from booking tables',
      explained: bookingBannedAt
        ? 'The member can book tables again.'
        : 'The member cannot book tables any more. Existing reservations stay.',
      confirm: bookingBannedAt ? 'Allow booking' : 'Keep from booking',
      isDangerous: bookingBannedAt === null,
      run: (id, reason, { booking: version }) =>
        banFromBooking(id, { banned: bookingBannedAt === null, version, reason }),
    },
    {
      needs: 'members.erase',
      label: 'Export the member’s data',
      explained: 'A file with everything that is stored about the member. Give it to no one else.',
      confirm: 'Save the file',
      run: exportMember,
    },
    erasureDueAt === null
      ? {
          needs: 'members.erase',
          label: 'Erase the member',
          explained:
            'After a grace period the name, address, cards, mails and receipts are gone for good, and rewards that are not paid out are lost. The member gets a mail now.',
          confirm: 'Erase the member',
          isDangerous: true,
          run: requestErasure,
        }
      : {
          needs: 'members.erase',
          label: 'Cancel the erasure',
          explained: 'The member stays, with everything. They get a mail.',
          confirm: 'Keep the member',
          run: (id, reason, { erasure: version }) => cancelErasure(id, { version, reason }),
        },
  ]
  return actions.filter(action => action !== false)
}

export function MemberActions({ member }: { member: ConsoleMember }) {
  const permissions = useProgram(member.partner)?.permissions ?? []
  const [asked, setAsked] = useState<{ action: Action; seen: ConsoleMember } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isChangingEmail, setChangingEmail] = useState(false)
  const actions = actionsFor(member).filter(({ needs }) => permissions.includes(needs))
  if (actions.length === 0) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {permissions.includes('members.change') && (
            <Menu.Item onClick={() => setChangingEmail(true)}>Change the email address</Menu.Item>
          )}
          {actions.map(action => (
            <Menu.Item
              key={action.label}
              {...(action.isDangerous ? { color: 'red' } : {})}
              onClick={() => {
                setAsked({ action, seen: member })
                setOpen(true)
              }}
            >
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ActionDialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={asked.action.label}
          confirm={asked.action.confirm}
          isDangerous={asked.action.isDangerous ?? false}
          conflict={<MemberConflict seen={asked.seen} now={member} />}
          isDone={!actions.some(({ label }) => label === asked.action.label)}
          run={({ reason, isAfterConflict }) => {
            const { versions } = isAfterConflict ? member : asked.seen
            return asked.action.run(member.id, reason, versions)
          }}
        >
          {asked.action.explained}
        </ActionDialog>
      )}
      {isChangingEmail && <EmailDialog member={member} onClose={() => setChangingEmail(false)} />}
    </>
  )
}
