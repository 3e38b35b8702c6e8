import { offeredSignInProviders, type SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import type {
  deleteSignInProvider,
  getProviderSignIn,
  getSignInProviders,
  postProviderLink,
  postSignInProvider,
} from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

/** It is the person whom a provider has confirmed in this browser, and who has not joined or linked it yet. */
export function provenSignInQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['provenSignIn'],
    queryFn: async () => {
      if (offeredSignInProviders(app.partner).length === 0) return null
      return (await app.api.call<typeof getProviderSignIn>('GET', '/api/SignIn/Provider', {})).signIn
    },
  })
}

export function signInProvidersQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['signInProviders'],
    queryFn: async () => {
      if (offeredSignInProviders(app.partner).length === 0) return { items: [], hasPassword: true }
      return app.api.call<typeof getSignInProviders>('GET', '/api/Member/SignInProviders', {})
    },
  })
}

/** @returns the member, signed in. */
export async function linkByPassword(app: AppContext, body: { password: string }) {
  const { member } = await app.api.call<typeof postProviderLink>('POST', '/api/SignIn/Provider/Link', {
    body,
  })
  return member
}

/** The password is needed only where the sign-in is older than five minutes. */
export async function linkProvider(app: AppContext, password = ''): Promise<void> {
  const body = password ? { password } : {}
  await app.api.call<typeof postSignInProvider>('POST', '/api/Member/SignInProviders', { body })
  app.queryClient.removeQueries({ queryKey: provenSignInQuery(app).queryKey })
  app.queryClient.removeQueries({ queryKey: signInProvidersQuery(app).queryKey })
}

export async function unlinkProvider(
  app: AppContext,
  provider: SignInProvider,
  password = '',
): Promise<void> {
  const body = password ? { password } : {}
  const path = '/api/Member/SignInProviders'
  await app.api.call<typeof deleteSignInProvider>('DELETE', path, { query: { provider }, body })
  await app.queryClient.invalidateQueries({ queryKey: signInProvidersQuery(app).queryKey })
}

/** It asks for the password, or for another sign-in where there is none. */
export const unlinkPath = (provider: SignInProvider) => `/account/unlink_sign_in?id=${provider}`
