import type { Partner } from '@dineward/core/partner/partner.ts'
import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import type { SignInAttempt } from './single-sign-on.ts'

/** It is what the provider's ID token says. */
export interface ProvenPerson {
  readonly issuer: string
  readonly subject: string
  /** It is null when the provider has not verified it. */
  readonly email: string | null
  readonly firstName: string
  readonly lastName: string
}

/** Apple and Google, which a partner may offer beside its own passwords. @throws SingleSignOnError */
export interface SignInProviders {
  issuerOf(provider: SignInProvider): string
  start(
    partner: Partner,
    provider: SignInProvider,
    redirectUri: string,
  ): Promise<{ url: string; attempt: SignInAttempt }>
  /** `callbackUrl` has the provider's answer as its query, however it came. */
  finish(
    partner: Partner,
    provider: SignInProvider,
    callbackUrl: URL,
    attempt: SignInAttempt,
  ): Promise<ProvenPerson>
}
