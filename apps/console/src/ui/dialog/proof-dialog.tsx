import type { StaffProof } from '@dineward/core/console-session/console-account.contract.ts'
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { accountQuery, askForPasskey, hasApp, hasPasskey } from '../../lib/staff-proof.ts'
import { Problem } from '../states.tsx'

interface ProofDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly confirm: string
  readonly isDangerous?: boolean
  /** What happens, and fields of the change itself. */
  readonly children?: ReactNode
  readonly onProof: (proof: StaffProof) => Promise<unknown>
}

const empty = { password: '', code: '' }

/**
 * Before a change of how someone signs in: the person’s own password and, where there is one, their second factor. What was
 * typed stays after an error.
 */
export function ProofDialog(props: ProofDialogProps) {
  const { opened, onClose, title, confirm, isDangerous = false, children, onProof } = props
  const account = useQuery(accountQuery)
  const [values, setValues] = useState(empty)
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: null,
  })
  const [withApp, withPasskey] = [hasApp(account.data), hasPasskey(account.data)]
  const problems = problemsOf(state.error)
  const set = (name: keyof typeof empty) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues(current => ({ ...current, [name]: value }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(withPasskey && !withApp)
  }

  function submitWithPasskey({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const others = [...form!.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
      ({ autocomplete }) => autocomplete !== 'one-time-code',
    )
    if (others.every(field => field.reportValidity())) void send(true)
  }

  async function send(usesPasskey: boolean) {
    setState({ isSending: true, error: null })
    try {
      const { password, code } = values
      await onProof({
        password,
        ...(usesPasskey ? { passkey: await askForPasskey() } : {}),
        ...(withApp && !usesPasskey ? { code } : {}),
      })
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
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            data-autofocus
            value={values.password}
            error={problems.password}
            onChange={set('password')}
          />
          {withApp && (
            <TextInput
              label="Code"
              description="Six digits from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              required
              value={values.code}
              error={problems.code}
              onChange={set('code')}
            />
          )}
          {withApp && withPasskey && (
            <Button variant="default" disabled={state.isSending} onClick={submitWithPasskey}>
              Use a passkey instead of the code
            </Button>
          )}
          {problems.other !== null && <Problem error={problems.other} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={state.isSending}
              disabled={account.isPending}
              {...(isDangerous ? { color: 'red.9' } : {})}
            >
              {withPasskey && !withApp ? `${confirm} with a passkey` : confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function problemsOf(error: unknown): { password?: string; code?: string; other: unknown } {
  if (!(error instanceof ApiError)) return { other: error }
  const password = error.fieldErrors.find(({ field }) => field === 'password')?.message
  if (password) return { password, other: null }
  if (error.code === 'second_factor_invalid' || error.code === 'second_factor_required')
    return { code: error.message, other: null }
  return { other: error }
}
