import type { Member } from '@dineward/core/members/members.contract.ts'
import { offersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import type {
  deletePasskey,
  getPasskeys,
  postPasskey,
  postPasskeyOptions,
  postSignInPasskey,
  postSignInPasskeyOptions,
} from '@dineward/core/passkeys/passkeys.contract.ts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { isSubmittingNatively } from '../../lib/browser/native-submit.ts'

export interface NewPasskey {
  readonly name: string
  readonly password?: string
}

/** Only where it is needed: most visitors never use it. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')

/** The member canceled, or another ceremony took over. */
export const wasCanceled = (error: unknown): boolean =>
  error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name)

export function passkeysQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['passkeys'],
    queryFn: async () => {
      if (!offersPasskeys(app.partner)) return []
      return (await app.api.call<typeof getPasskeys>('GET', '/api/Member/Passkeys', {})).items
    },
  })
}

/** The password is needed only where the sign-in is older than five minutes. */
export async function addPasskey(app: AppContext, { name, password }: NewPasskey): Promise<void> {
  const { startRegistration } = await loadWebAuthn()
  const body = password ? { password } : {}
  const options = await app.api.call<typeof postPasskeyOptions>('POST', '/api/Member/Passkeys/Options', {
    body,
  })
  const created = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  await app.api.call<typeof postPasskey>('POST', '/api/Member/Passkeys', {
    body: { name, response: { ...created } },
  })
  await app.queryClient.invalidateQueries({ queryKey: passkeysQuery(app).queryKey })
}

/** Asks for the password where the sign-in is older than five minutes. */
export const removePasskeyPath = (id: string) => `/account/remove_passkey?id=${encodeURIComponent(id)}`

export async function removePasskey(app: AppContext, id: string, password = ''): Promise<void> {
  const body = password ? { password } : {}
  await app.api.call<typeof deletePasskey>('DELETE', '/api/Member/Passkeys', { query: { id }, body })
  await app.queryClient.invalidateQueries({ queryKey: passkeysQuery(app).queryKey })
}

const autofillKey = ['passkeySignInOptions']

/** The browser suggests passkeys with it; it is null where the browser does not. */
export function autofillQuery(app: AppContext) {
  return queryOptions({
    queryKey: autofillKey,
    queryFn: async ({ signal }) => {
      const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
      const isWanted = (await browserSupportsWebAuthnAutofill()) && !isSubmittingNatively()
      return isWanted ? signInOptions(app, signal) : null
    },
  })
}

/** It is called before signing in otherwise: the anti-forgery token of a request on its way would be stale. */
export const cancelAutofill = ({ queryClient }: AppContext): Promise<void> =>
  queryClient.cancelQueries({ queryKey: autofillKey })

/** They work once, for five minutes. */
export async function signInOptions(
  app: AppContext,
  signal?: AbortSignal,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const path = '/api/SignIn/Passkey/Options'
  const request = signal ? { signal } : {}
  const options = await app.api.call<typeof postSignInPasskeyOptions>('POST', path, request)
  return options as unknown as PublicKeyCredentialRequestOptionsJSON
}

export async function signInWithPasskey(
  app: AppContext,
  { response, rememberMe }: { response: AuthenticationResponseJSON; rememberMe: boolean },
): Promise<Member> {
  const body = { response: { ...response }, rememberMe }
  return (await app.api.call<typeof postSignInPasskey>('POST', '/api/SignIn/Passkey', { body })).member
}
