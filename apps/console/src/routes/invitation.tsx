import type { postInvitation } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { FirstPassword } from '../features/session/first-password.tsx'
import { api } from '../lib/api.ts'

/** The link of an invitation leads here, to the first password. */
export function Component() {
  const token = useLocation().hash.slice(1)
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => {
    document.title = 'Choose a password · Dineward Console'
  }, [])

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <Title order={1}>Choose a password</Title>
          {email ? (
            <>
              <Text>Your password is set. Sign in as {email}.</Text>
              <Button component={Link} to="/sign-in">
                Go to sign-in
              </Button>
            </>
          ) : (
            <FirstPassword
              label="Password"
              onSet={async password => {
                const body = { token, password }
                setEmail(
                  (await api<typeof postInvitation>('POST', '/api/Console/Invitation', { body })).email,
                )
              }}
            />
          )}
        </Stack>
      </Paper>
    </Center>
  )
}
