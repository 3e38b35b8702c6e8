import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../../kit/action/action-dialog.tsx'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { formatTime } from '../../lib/format.ts'
import { useMay } from '../../lib/staff.ts'
import { cancelEmailChange, mailEmailLink } from './member-actions.queries.ts'
import { MemberConflict, memberInWords } from './member-conflict.tsx'

interface EmailDialogProps {
  readonly member: ConsoleMember
  readonly onClose: () => void
}

/** A link goes to the new address. Only pressing it there makes the address the member's. */
export function EmailDialog({ member, onClose }: EmailDialogProps) {
  const edit = useEditForm({
    initial: { email: '', member },
    stored: { value: { member }, version: member.versions.email },
    onDone: onClose,
    run: ({ email }, { version, reason }) =>
      mailEmailLink(member.id, { email: email.trim(), version: version!, reason }),
  })
  return (
    <FormDialog
      of={edit}
      title="Change the email address"
      save="Mail the link"
      size="md"
      words={({ member: seen }) => memberInWords(seen)}
      onClose={onClose}
    >
      <TextInput
        label="New email address"
        type="email"
        required
        maxLength={50}
        data-autofocus
        {...edit.field('email')}
      />
      <Text fz="sm">
        A link goes to it, and works for 24 hours. The address is theirs once they press the button that the
        link leads to. Then they are signed out everywhere, and a mail tells the old address. Say as the
        reason how you made sure that it is the member.
      </Text>
    </FormDialog>
  )
}

/** What waits can be mailed again, or canceled. */
export function WaitingEmail({ member }: { member: ConsoleMember }) {
  const mayChange = useMay('members.change', member.partner)
  const [asked, setAsked] = useState<{ kind: 'again' | 'cancel'; seen: ConsoleMember } | null>(null)
  const { emailChange } = member
  const shown = emailChange ?? asked?.seen.emailChange
  if (!shown) return null
  const ask = (kind: 'again' | 'cancel') => () => setAsked({ kind, seen: member })
  return (
    <>
      {emailChange && (
        <Alert color="blue" title="A new email address waits to be confirmed">
          <Stack gap="sm">
            <Text fz="sm">
              {emailChange.proof === 'link'
                ? `A link went to ${emailChange.email}, and works until ${formatTime(emailChange.until)}.`
                : `The member asked for it. A code went to ${emailChange.email}, and works until ${formatTime(emailChange.until)}.`}
            </Text>
            {mayChange && (
              <Group gap="xs">
                {emailChange.proof === 'link' && (
                  <Button size="xs" variant="default" onClick={ask('again')}>
                    Send it again
                  </Button>
                )}
                <Button size="xs" variant="default" onClick={ask('cancel')}>
                  Cancel the change
                </Button>
              </Group>
            )}
          </Stack>
        </Alert>
      )}
      {asked && (
        <ActionDialog
          opened
          onClose={() => setAsked(null)}
          title={asked.kind === 'again' ? 'Send the link again' : 'Cancel the change of address'}
          confirm={asked.kind === 'again' ? 'Send the link' : 'Cancel the change'}
          conflict={<MemberConflict seen={asked.seen} now={member} />}
          isDone={emailChange === null}
          run={({ reason, isAfterConflict }) => {
            const { email: version } = (isAfterConflict ? member : asked.seen).versions
            return asked.kind === 'again'
              ? mailEmailLink(member.id, { email: shown.email, version, reason })
              : cancelEmailChange(member.id, { version, reason })
          }}
        >
          {asked.kind === 'again'
            ? `A new link goes to ${shown.email}, and works for 24 hours. The one before ends.`
            : `What went to ${shown.email} does not work any more. The address stays ${member.email}.`}
        </ActionDialog>
      )}
    </>
  )
}
