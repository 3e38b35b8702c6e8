import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { Anchor, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isChangedMeanwhile } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Problem } from '../../ui/states.tsx'
import { confirmEmail, mailEmailCode } from './member-actions.queries.ts'
import { MemberConflict } from './member-conflict.tsx'

interface EmailDialogProps {
  readonly member: ConsoleMember
  readonly onClose: () => void
}

const blank = { email: '', code: '', reason: '' }

function useEmailChange({ member, onClose }: EmailDialogProps) {
  const [typed, setTyped] = useState(blank)
  const [isMailed, setMailed] = useState(false)
  /** As the dialog was opened: what someone else does meanwhile is shown beside it. */
  const [seen, setSeen] = useState(member)
  const [state, setState] = useState<{ isSending: boolean; problem: unknown }>({
    isSending: false,
    problem: null,
  })
  const isStale = isChangedMeanwhile(state.problem)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, problem: null })
    const email = typed.email.trim()
    const reason = typed.reason.trim()
    try {
      if (isMailed) {
        toastDone(await confirmEmail(member.id, { email, code: typed.code.trim(), reason }))
        onClose()
      } else {
        const { versions } = isStale ? member : seen
        setSeen(await mailEmailCode(member.id, { email, version: versions.email, reason }))
        setMailed(true)
      }
      setState({ isSending: false, problem: null })
    } catch (problem) {
      if (isChangedMeanwhile(problem)) setMailed(false)
      setState({ isSending: false, problem })
    }
  }

  return {
    typed,
    isMailed,
    seen,
    isStale,
    submit,
    ...state,
    set: (name: keyof typeof blank) => (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped(before => ({ ...before, [name]: value }))
    },
    enterCodeOf(email: string) {
      setTyped(before => ({ ...before, email }))
      setState({ isSending: false, problem: null })
      setMailed(true)
    },
    startAgain: () => setMailed(false),
  }
}

/** It has two steps: a code goes to the new address, and the member reads it out. */
export function EmailDialog({ member, onClose }: EmailDialogProps) {
  const change = useEmailChange({ member, onClose })
  const { typed, set, isMailed, isStale, problem } = change
  return (
    <Modal opened onClose={onClose} title="Change the email address" centered>
      <form onSubmit={change.submit}>
        <Stack gap="sm">
          {isStale && <MemberConflict seen={change.seen} now={member} />}
          {isMailed ? (
            <>
              <Text>A code went to {typed.email}. Ask the member to read it to you.</Text>
              <TextInput
                key="code"
                label="Six digits"
                required
                inputMode="numeric"
                autoComplete="off"
                value={typed.code}
                onChange={set('code')}
                data-autofocus
              />
            </>
          ) : (
            <>
              {member.emailChange && (
                <Text fz="sm">
                  A code went to {member.emailChange.email}, and works until{' '}
                  {formatTime(member.emailChange.until)}.{' '}
                  <Anchor
                    component="button"
                    type="button"
                    fz="sm"
                    onClick={() => change.enterCodeOf(member.emailChange!.email)}
                  >
                    Enter this code
                  </Anchor>
                </Text>
              )}
              <TextInput
                key="email"
                label="New email address"
                type="email"
                required
                maxLength={50}
                value={typed.email}
                onChange={set('email')}
                data-autofocus
              />
            </>
          )}
          <Textarea
            label="Reason"
            description="Kept in the audit log. How did you make sure that it is the member?"
            required
            maxLength={500}
            value={typed.reason}
            onChange={set('reason')}
          />
          {problem !== null && !isStale && <Problem error={problem} />}
          <Group justify="flex-end">
            {isMailed && (
              <Button variant="default" onClick={change.startAgain}>
                Another address
              </Button>
            )}
            <Button type="submit" loading={change.isSending}>
              {isMailed ? 'Change the address' : isStale ? 'Mail mine anyway' : 'Mail a code'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
