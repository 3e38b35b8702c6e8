import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.ts'
import { confirmEmail, mailEmailCode } from './member-actions.queries.ts'

interface EmailDialogProps {
  readonly member: ConsoleMember
  readonly opened: boolean
  readonly onClose: () => void
}

const blank = { email: '', code: '', reason: '' }

/** Two steps: a code goes to the new address, and the member reads it out. */
export function EmailDialog({ member, opened, onClose }: EmailDialogProps) {
  const [typed, setTyped] = useState(blank)
  const [isMailed, setMailed] = useState(false)
  const [state, setState] = useState<{ isSending: boolean; problem: unknown }>({
    isSending: false,
    problem: null,
  })
  const set = (name: keyof typeof blank) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setTyped(before => ({ ...before, [name]: value }))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, problem: null })
    try {
      if (isMailed) {
        toastDone(await confirmEmail(member.id, typed.code.trim(), typed.reason.trim()))
        setTyped(blank)
        onClose()
      } else await mailEmailCode(member.id, typed.email.trim(), typed.reason.trim())
      setMailed(!isMailed)
      setState({ isSending: false, problem: null })
    } catch (problem) {
      setState({ isSending: false, problem })
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Change the email address" centered>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {isMailed ? (
            <>
              <Text>A code went to {typed.email}. Ask the member to read it to you.</Text>
              <TextInput
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
              <TextInput
                label="New email address"
                type="email"
                required
                maxLength={100}
                value={typed.email}
                onChange={set('email')}
                data-autofocus
              />
              <Textarea
                label="Reason"
                description="Kept in the audit log. How did you make sure that it is the member?"
                required
                maxLength={500}
                value={typed.reason}
                onChange={set('reason')}
              />
            </>
          )}
          {state.problem !== null && <Problem error={state.problem} />}
          <Group justify="flex-end">
            {isMailed && (
              <Button variant="default" onClick={() => setMailed(false)}>
                Another address
              </Button>
            )}
            <Button type="submit" loading={state.isSending}>
              {isMailed ? 'Change the address' : 'Mail a code'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
