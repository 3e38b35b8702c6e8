import type { postConsolePasskeySignIn } from '@dineward/core/console-session/console-account.contract.ts'
import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import { Button, Stack } from '@mantine/core'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { askForPasskey } from '../../lib/staff-proof.ts'
import { Problem } from '../../ui/states.tsx'

/** Nothing where the browser has no passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (staff: ConsoleStaff) => void }) {
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
