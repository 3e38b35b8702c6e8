import type {
  postConsolePasskeySignIn,
  postConsolePasskeySignInOptions,
} from '@dineward/core/console-session/console-account.contract.ts'
import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import { Button, Stack } from '@mantine/core'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Problem } from '../../ui/states.tsx'
import { passkeyProblem } from './passkey-problem.ts'

/** Nothing where the browser has no passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (staff: ConsoleStaff) => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const optionsJSON = await api<typeof postConsolePasskeySignInOptions>(
        'POST',
        '/api/Console/SignIn/Passkey/Options',
        {},
      )
      const response = await startAuthentication({
        optionsJSON: optionsJSON as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
      })
      return api<typeof postConsolePasskeySignIn>('POST', '/api/Console/SignIn/Passkey', {
        body: { response: { ...response } },
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
      {signIn.error && <Problem error={passkeyProblem(signIn.error)} />}
    </Stack>
  )
}
