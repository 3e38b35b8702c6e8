import { Button, type ButtonProps, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Problem } from '../../ui/states.tsx'
import type { ActionCall, Done } from './action.ts'
import { useAction } from './use-action.ts'

interface AskedAction {
  readonly title: string
  /** What happens, and what is lost; or fields of the change. */
  readonly children?: ReactNode
  /** Says what happens, such as "Close the account". */
  readonly confirm: string
  readonly isDangerous?: boolean
  /** Where it is false, the dialog only asks for a confirmation. */
  readonly needsReason?: boolean
  /** What to show where someone else changed it meanwhile; one can then go on. */
  readonly conflict?: ReactNode
  /** It is true after a conflict where they did what this would do. */
  readonly isDone?: boolean
  readonly run: (call: ActionCall) => Promise<Done | null>
  readonly refresh?: readonly QueryKey[]
}

interface ActionDialogProps extends AskedAction {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before something that matters, for a reason that the audit log keeps. What was typed stays after an error. */
export function ActionDialog(props: ActionDialogProps) {
  const { opened, onClose, title, children, confirm, isDangerous, needsReason = true, conflict } = props
  const [reason, setReason] = useState('')
  const action = useAction<void>({ run: (_, call) => props.run(call), refresh: props.refresh ?? [] })
  const isStale = action.isStale && conflict !== undefined
  const isDone = isStale && props.isDone
  function close() {
    action.reset()
    onClose()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await action.send(undefined, reason.trim()))) return
    setReason('')
    close()
  }
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          {isStale ? conflict : children && <Text component="div">{children}</Text>}
          {needsReason && !isDone && <ReasonField value={reason} onChange={setReason} />}
          {action.error !== null && !isStale && <Problem error={action.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {isDone ? 'Close' : 'Cancel'}
            </Button>
            {!isDone && (
              <Button type="submit" loading={action.isSending} {...(isDangerous ? { color: 'red.9' } : {})}>
                {isStale ? `${confirm} anyway` : confirm}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly error?: ReactNode
}

export function ReasonField({ value, onChange, error }: ReasonFieldProps) {
  return (
    <Textarea
      label="Reason"
      description="Kept in the audit log. No names, no card numbers."
      required
      maxLength={500}
      autosize
      minRows={2}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}

interface ActionButtonProps extends AskedAction {
  readonly label: string
  /** Where several buttons of a page have the same label. */
  readonly ariaLabel?: string
  readonly button?: ButtonProps
}

/** A button that asks before it acts. */
export function ActionButton({ label, ariaLabel, button, ...asked }: ActionButtonProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        {...button}
        {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
        onClick={open}
      >
        {label}
      </Button>
      <ActionDialog {...asked} opened={opened} onClose={close} />
    </>
  )
}
