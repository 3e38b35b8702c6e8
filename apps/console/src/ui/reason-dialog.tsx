import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Problem } from './states.tsx'

interface ReasonDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** What happens, and what is lost. */
  readonly children: ReactNode
  /** Says what happens, such as "Close the account". */
  readonly confirm: string
  readonly isDangerous?: boolean
  /** False: only a confirmation. */
  readonly needsReason?: boolean
  readonly onConfirm: (reason: string) => Promise<unknown>
}

/** Asks before something that matters, for a reason that the audit log keeps. What was typed stays after an error. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, onClose, title, children, confirm, isDangerous, needsReason = true, onConfirm } = props
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: null,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, error: null })
    try {
      await onConfirm(reason.trim())
      setReason('')
      onClose()
      setState({ isSending: false, error: null })
    } catch (error) {
      setState({ isSending: false, error })
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text component="div">{children}</Text>
          {needsReason && (
            <Textarea
              label="Reason"
              description="Kept in the audit log. No names, no card numbers."
              required
              maxLength={500}
              autosize
              minRows={2}
              value={reason}
              onChange={event => setReason(event.currentTarget.value)}
              data-autofocus
            />
          )}
          {state.error !== null && <Problem error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={state.isSending} {...(isDangerous ? { color: 'red.9' } : {})}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
