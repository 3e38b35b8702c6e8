import type {
  postSignInAuthenticator,
  postSignInAuthenticatorConfirm,
} from '@dineward/core/console-session/console-account.contract.ts'
import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Loaded } from '../../ui/states.tsx'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface FirstAuthenticatorProps {
  readonly email: string
  readonly password: string
  readonly onSignedIn: (staff: ConsoleStaff) => void
}

/** It comes at the first sign-in. There is a session once the first code was right. */
export function FirstAuthenticator({ email, password, onSignedIn }: FirstAuthenticatorProps) {
  const [signedIn, setSignedIn] = useState<{ staff: ConsoleStaff; codes: readonly string[] } | null>(null)
  const secret = useQuery({
    queryKey: ['first-authenticator', email],
    queryFn: () =>
      api<typeof postSignInAuthenticator>('POST', '/api/Console/SignIn/Authenticator', {
        body: { email, password },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (signedIn) return <RecoveryCodes codes={signedIn.codes} onDone={() => onSignedIn(signedIn.staff)} />
  return (
    <Stack gap="md">
      <Title order={2}>Set up an authenticator app</Title>
      <Loaded query={secret}>
        {data => (
          <AuthenticatorSetup
            {...data}
            onCode={async code => {
              const body = { email, password, code }
              const { staff, recoveryCodes } = await api<typeof postSignInAuthenticatorConfirm>(
                'POST',
                '/api/Console/SignIn/Authenticator/Confirm',
                { body },
              )
              setSignedIn({ staff, codes: recoveryCodes })
            }}
          />
        )}
      </Loaded>
    </Stack>
  )
}
