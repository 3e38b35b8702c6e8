import type { Partner } from '@dineward/core/partner/partner.ts'

/** What a callback must match. The browser sees only `state`. */
export interface SignInAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Null accepts a person however long ago they proved who they are. */
  readonly maxAgeSeconds: number | null
}

/** It is what the provider's ID token says. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  /** The provider's session, if it announces logouts by session. */
  readonly session: string | null
  /** The person proved it then; null says that the provider does not tell. */
  readonly authenticatedAt: Date | null
  readonly firstName: string
  readonly lastName: string
  /** It is null when the provider has not verified it. */
  readonly email: string | null
  readonly memberNumber: string | null
}

/** Ends the sessions of one provider session, or of a person. `tokenId`: the provider's, of a token that works once. */
export type Logout = { readonly issuer: string; readonly tokenId: string } & (
  | { readonly session: string }
  | { readonly subject: string }
)

/** A partner's OpenID Connect provider. @throws SingleSignOnError */
export interface SingleSignOn {
  start(
    partner: Partner,
    asked: { redirectUri: string; maxAgeSeconds: number | null },
  ): Promise<{ url: string; attempt: SignInAttempt }>
  /** `callbackUrl` is the address that the provider called, with its query. */
  finish(partner: Partner, callbackUrl: URL, attempt: SignInAttempt): Promise<ProviderPerson>
  /** Where the browser ends the provider's session and comes back from; null where the provider does not offer it. */
  signOutUrl(partner: Partner, signOut: { subject: string; returnTo: string }): Promise<string | null>
  /** What an operator must know to connect a partner; findings that are not ok stop members. */
  check(partner: Partner, redirectUri: string): Promise<readonly Finding[]>
  verifyLogout(partner: Partner, logoutToken: string): Promise<Logout>
}

export interface Finding {
  readonly level: 'ok' | 'note' | 'problem'
  readonly text: string
}

/** `refused` says that the provider's answer is wrong or says no; `unavailable`, that there is no usable answer. */
export class SingleSignOnError extends Error {
  readonly kind: 'refused' | 'unavailable'

  constructor(kind: SingleSignOnError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SingleSignOnError'
    this.kind = kind
  }
}
