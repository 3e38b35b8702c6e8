import type {
  ConsoleAccount,
  getConsoleAccount,
  postConsolePasskeySignInOptions,
  StaffProof,
} from '@dineward/core/console-session/console-account.contract.ts'
import type { getSignInOptions } from '@dineward/core/console-session/console-session.contract.ts'
import { startAuthentication } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { passkeyProblem } from './passkey-problem.ts'

/** What the sign-in page offers. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in options'],
  queryFn: () => api<typeof getSignInOptions>('GET', '/api/Console/SignIn/Options', {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How the person signs in decides what proves that it is them. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => api<typeof getConsoleAccount>('GET', '/api/Console/Account', {}),
})

export const hasApp = (account: ConsoleAccount | undefined): boolean => account?.authenticatorSince != null
export const hasPasskey = (account: ConsoleAccount | undefined): boolean =>
  (account?.passkeys.length ?? 0) > 0

/** Asks the browser for a passkey of this person. @throws a sentence where none was used */
export async function askForPasskey(): Promise<NonNullable<StaffProof['passkey']>> {
  try {
    const optionsJSON = await api<typeof postConsolePasskeySignInOptions>(
      'POST',
      '/api/Console/SignIn/Passkey/Options',
      {},
    )
    const response = await startAuthentication({
      optionsJSON: optionsJSON as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    })
    return { ...response }
  } catch (error) {
    throw passkeyProblem(error)
  }
}
