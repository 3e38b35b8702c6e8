import type { postSignInPassword } from '@dineward/core/console-session/console-account.contract.ts'
import { staffPasswordHint } from '@dineward/core/staff/staff-password.rules.ts'
import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { Problem } from '../../ui/states.tsx'

interface OwnPasswordProps {
  readonly email: string
  readonly current: string
  readonly onChosen: (password: string) => void
}

/** At the first sign-in with a password that an operator gave. */
export function OwnPassword({ email, current, onChosen }: OwnPasswordProps) {
  const [password, setPassword] = useState('')
  const choose = useMutation({
    mutationFn: () =>
      api<typeof postSignInPassword>('POST', '/api/Console/SignIn/Password', {
        body: { email, current, password },
      }),
    onSuccess: () => onChosen(password),
  })
  const { error } = choose
  const fieldError = error instanceof ApiError ? error.fieldErrors[0]?.message : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    choose.mutate()
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={2}>Choose your own password</Title>
        <Text>The one that you were given works only for this.</Text>
        <PasswordInput
          label="New password"
          description={staffPasswordHint}
          autoComplete="new-password"
          required
          autoFocus
          value={password}
          error={fieldError}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {error && !fieldError && <Problem error={error} />}
        <Button type="submit" loading={choose.isPending}>
          Set the password
        </Button>
      </Stack>
    </form>
  )
}
