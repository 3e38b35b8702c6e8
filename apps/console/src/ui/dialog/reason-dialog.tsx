import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isChangedMeanwhile } from '../../lib/api.ts'
import { Problem } from '../states.tsx'

interface ReasonDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** What happens, and what is lost. */
  readonly children: ReactNode
  /** Says what happens, such as "Close the account". */
  readonly confirm: string
  readonly isDangerous?: boolean
  /** Where it is false, the dialog only asks for a confirmation. */
  readonly needsReason?: boolean
  /** What to show where someone else changed it meanwhile; one can then go on. */
  readonly conflict?: ReactNode
  /** It is true after a conflict where they did what this would do. */
  readonly isDone?: boolean
  readonly onConfirm: (reason: string, isAfterConflict: boolean) => Promise<unknown>
}

const idle: { isSending: boolean; error: unknown; isStale: boolean } = {
  isSending: false,
  error: null,
  isStale: false,
}

/** Asks before something that matters, for a reason that the audit log keeps. What was typed stays after an error. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, onClose, title, children, confirm, isDangerous, needsReason = true, onConfirm } = props
  const { conflict, isDone } = props
  const [reason, setReason] = useState('')
  const [state, setState] = useState(idle)
  const { isStale } = state

  function close() {
    setState(idle)
    onClose()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, error: null, isStale })
    try {
      await onConfirm(reason.trim(), isStale)
      setReason('')
      close()
    } catch (error) {
      const isConflict = conflict !== undefined && isChangedMeanwhile(error)
      setState({ isSending: false, error: isConflict ? null : error, isStale: isStale || isConflict })
    }
  }

  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          {isStale ? conflict : <Text component="div">{children}</Text>}
          {needsReason && !(isStale && isDone) && (
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
            <Button variant="default" onClick={close}>
              {isStale && isDone ? 'Close' : 'Cancel'}
            </Button>
            {!(isStale && isDone) && (
              <Button type="submit" loading={state.isSending} {...(isDangerous ? { color: 'red.9' } : {})}>
                {isStale ? `${confirm} anyway` : confirm}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
