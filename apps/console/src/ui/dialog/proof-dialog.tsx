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
  /** The password is asked for only where there is no second factor: the session replaces it. */
  readonly isReauthentication?: boolean
  /** What happens, and fields of the change itself. */
  readonly children?: ReactNode
  /** @param proof Its password is empty where it is not asked for. */
  readonly onProof: (proof: StaffProof) => Promise<unknown>
}

const empty = { password: '', code: '' }
const idle = { isSending: false, error: null as unknown }

/**
 * Before a change of how someone signs in: the person’s own password and, where there is one, their second factor. What was
 * typed stays after an error.
 */
export function ProofDialog(props: ProofDialogProps) {
  const { opened, onClose, title, confirm, isDangerous = false, children, onProof } = props
  const { isReauthentication = false } = props
  const account = useQuery(accountQuery)
  const [values, setValues] = useState(empty)
  const [state, setState] = useState(idle)
  const [withApp, withPasskey] = [hasApp(account.data), hasPasskey(account.data)]
  const asksPassword = !isReauthentication || (account.isSuccess && !withApp && !withPasskey)
  const problems = problemsOf(state.error ?? account.error)
  const set = (name: keyof typeof empty) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues(current => ({ ...current, [name]: value }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(withPasskey && !withApp)
  }

  const submitWithPasskey = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) =>
    isCompleteWithoutCode(form!) && void send(true)

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
      setState(idle)
    } catch (error) {
      setState({ isSending: false, error })
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title={title} centered zIndex={isReauthentication ? 300 : 200}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          {asksPassword && (
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              required
              data-autofocus
              value={values.password}
              error={problems.password}
              onChange={set('password')}
            />
          )}
          {withApp && (
            <TextInput
              label="Code"
              description="Six digits from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              required
              data-autofocus={!asksPassword || undefined}
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
          <Buttons
            confirm={withPasskey && !withApp ? `${confirm} with a passkey` : confirm}
            isDangerous={isDangerous}
            isSending={state.isSending}
            isDisabled={account.isPending}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

interface ButtonsProps extends Pick<ProofDialogProps, 'confirm' | 'onClose'> {
  readonly isDangerous: boolean
  readonly isSending: boolean
  readonly isDisabled: boolean
}

function Buttons({ confirm, isDangerous, isSending, isDisabled, onClose }: ButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        loading={isSending}
        disabled={isDisabled}
        {...(isDangerous ? { color: 'red.9' } : {})}
      >
        {confirm}
      </Button>
    </Group>
  )
}

const isCompleteWithoutCode = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>('input, textarea')]
    .filter(({ autocomplete }) => autocomplete !== 'one-time-code')
    .every(field => field.reportValidity())

function problemsOf(error: unknown): { password?: string; code?: string; other: unknown } {
  if (!(error instanceof ApiError)) return { other: error }
  const password = error.fieldErrors.find(({ field }) => field === 'password')?.message
  if (password) return { password, other: null }
  if (error.code === 'second_factor_invalid' || error.code === 'second_factor_required')
    return { code: error.message, other: null }
  return { other: error }
}
