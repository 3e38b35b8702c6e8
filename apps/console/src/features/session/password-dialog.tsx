import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { Problem } from '../../ui/states.tsx'

interface PasswordDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly confirm: string
  readonly children?: ReactNode
  /** Asks for a name as well. */
  readonly nameLabel?: string
  readonly onPassword: (values: { password: string; name: string }) => Promise<unknown>
}

/** Asks for the person’s own password before a change of how they sign in. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { opened, onClose, title, confirm, children, nameLabel, onPassword } = props
  const empty = { password: '', name: '' }
  const [values, setValues] = useState(empty)
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: null,
  })
  const fieldError =
    state.error instanceof ApiError
      ? state.error.fieldErrors.find(({ field }) => field === 'password')?.message
      : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, error: null })
    try {
      await onPassword({ ...values, name: values.name.trim() })
      setValues(empty)
      setState({ isSending: false, error: null })
    } catch (error) {
      setState({ isSending: false, error })
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          {nameLabel && (
            <TextInput
              label={nameLabel}
              required
              maxLength={50}
              data-autofocus
              value={values.name}
              onChange={({ currentTarget: { value } }) => setValues(current => ({ ...current, name: value }))}
            />
          )}
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            data-autofocus={!nameLabel || undefined}
            value={values.password}
            error={fieldError}
            onChange={({ currentTarget: { value } }) =>
              setValues(current => ({ ...current, password: value }))
            }
          />
          {state.error !== null && !fieldError && <Problem error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={state.isSending}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
