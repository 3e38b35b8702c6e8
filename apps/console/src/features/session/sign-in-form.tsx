import type {
  postConsolePasskeySignIn,
  postSignInPassword,
} from '@dineward/core/console-session/console-account.contract.ts'
import type {
  ConsoleStaff,
  postConsoleSignIn,
} from '@dineward/core/console-session/console-session.contract.ts'
import { Button, Divider, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api, forgetToken } from '../../lib/api.ts'
import { sessionQuery } from '../../lib/staff.ts'
import { askForPasskey, signInOptionsQuery } from '../../lib/staff-proof.ts'
import { Problem } from '../../ui/states.tsx'
import { FirstAuthenticator } from './first-authenticator.tsx'
import { FirstPassword } from './first-password.tsx'

interface SignInFormProps {
  readonly onSignedIn: () => void
  /** A path of this site, to come back to from single sign-on. */
  readonly back?: string
}

/** Single sign-on comes first where there is one. Passwords may be for break-glass accounts only. */
export function SignInForm({ onSignedIn, back = location.pathname + location.search }: SignInFormProps) {
  const { data: options } = useQuery(signInOptionsQuery)
  const [isEmergency, setEmergency] = useState(false)
  const { singleSignOn = null, arePasswordsOff = false } = options ?? {}
  if (singleSignOn === null) return <PasswordForm onSignedIn={onSignedIn} isFirst />
  return (
    <Stack gap="md">
      <Button component="a" href={`/api/Console/Sso/Start?back=${encodeURIComponent(back)}`}>
        Sign in with {singleSignOn}
      </Button>
      {arePasswordsOff && !isEmergency ? (
        <Button variant="subtle" onClick={() => setEmergency(true)}>
          Use a break-glass account
        </Button>
      ) : (
        <>
          <Divider label="or" />
          <PasswordForm onSignedIn={onSignedIn} isFirst={false} />
        </>
      )}
    </Stack>
  )
}

/** Asks for the code once the server says that it needs one. What was typed stays after an error. */
function PasswordForm({ onSignedIn, isFirst }: { onSignedIn: () => void; isFirst: boolean }) {
  const [values, setValues] = useState({ email: '', password: '', code: '' })
  const queryClient = useQueryClient()
  const enter = (staff: ConsoleStaff) => {
    forgetToken()
    queryClient.setQueryData(sessionQuery.queryKey, staff)
    onSignedIn()
  }
  const signIn = useMutation({
    mutationFn: ({ code, ...body }: typeof values) => {
      return api<typeof postConsoleSignIn>('POST', '/api/Console/SignIn', {
        body: code ? { ...body, code } : body,
      })
    },
    onSuccess: ({ staff }) => enter(staff),
  })
  const { error } = signIn
  const asksFor = error instanceof ApiError ? error.code : null
  const needsCode = asksFor === 'second_factor_required'
  const set = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues(current => ({ ...current, [name]: value }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate(values)
  }

  const withPassword = (password: string) => {
    setValues(current => ({ ...current, password }))
    signIn.mutate({ ...values, password })
  }

  if (asksFor === 'password_change_required')
    return <OwnPassword email={values.email} current={values.password} onChosen={withPassword} />
  if (asksFor === 'second_factor_setup_required')
    return <FirstAuthenticator email={values.email} password={values.password} onSignedIn={enter} />
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username webauthn"
            required
            autoFocus
            value={values.email}
            onChange={set('email')}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={values.password}
            onChange={set('password')}
          />
          {(needsCode || values.code !== '') && (
            <TextInput
              label="Code"
              description="Six digits from your authenticator app, or a recovery code"
              name="code"
              autoComplete="one-time-code"
              required
              autoFocus
              value={values.code}
              onChange={set('code')}
            />
          )}
          {error && !(needsCode && values.code === '') && <Problem error={error} />}
          <Button type="submit" loading={signIn.isPending} variant={isFirst ? 'filled' : 'default'}>
            Sign in
          </Button>
        </Stack>
      </form>
      <Divider label="or" />
      <PasskeyButton onSignedIn={enter} />
    </Stack>
  )
}

interface OwnPasswordProps {
  readonly email: string
  readonly current: string
  readonly onChosen: (password: string) => void
}

/** At the first sign-in with a password that an operator gave. */
function OwnPassword({ email, current, onChosen }: OwnPasswordProps) {
  async function choose(password: string) {
    const body = { email, current, password }
    await api<typeof postSignInPassword>('POST', '/api/Console/SignIn/Password', { body })
    onChosen(password)
  }
  return (
    <FirstPassword label="New password" onSet={choose}>
      <Title order={2}>Choose your own password</Title>
      <Text>The one that you were given works only for this.</Text>
    </FirstPassword>
  )
}

/** Nothing where the browser has no passkeys. */
function PasskeyButton({ onSignedIn }: { onSignedIn: (staff: ConsoleStaff) => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const response = await askForPasskey()
      return api<typeof postConsolePasskeySignIn>('POST', '/api/Console/SignIn/Passkey', {
        body: { response },
      })
    },
    onSuccess: ({ staff }) => onSignedIn(staff),
  })
  if (!browserSupportsWebAuthn()) return null
  return (
    <Stack gap="xs">
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Use a passkey
      </Button>
      {signIn.error && <Problem error={signIn.error} />}
    </Stack>
  )
}
