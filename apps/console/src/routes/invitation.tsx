import type { postInvitation } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { staffPasswordHint } from '@dineward/core/staff/staff-password.rules.ts'
import { Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiError, api } from '../lib/api.ts'
import { Problem } from '../ui/states.tsx'

/** The link of an invitation leads here, to the first password. */
export function Component() {
  const token = useLocation().hash.slice(1)
  const [password, setPassword] = useState('')
  const accept = useMutation({
    mutationFn: () =>
      api<typeof postInvitation>('POST', '/api/Console/Invitation', { body: { token, password } }),
  })
  const fieldError = accept.error instanceof ApiError ? accept.error.fieldErrors[0]?.message : undefined
  useEffect(() => {
    document.title = 'Choose a password · Dineward Console'
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    accept.mutate()
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <Title order={1}>Choose a password</Title>
          {accept.data ? (
            <>
              <Text>Your password is set. Sign in as {accept.data.email}.</Text>
              <Button component={Link} to="/sign-in">
                Go to sign-in
              </Button>
            </>
          ) : (
            <form onSubmit={submit}>
              <Stack gap="md">
                <PasswordInput
                  label="Password"
                  description={staffPasswordHint}
                  autoComplete="new-password"
                  required
                  autoFocus
                  value={password}
                  error={fieldError}
                  onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                />
                {accept.error && !fieldError && <Problem error={accept.error} />}
                <Button type="submit" loading={accept.isPending}>
                  Set the password
                </Button>
              </Stack>
            </form>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}
