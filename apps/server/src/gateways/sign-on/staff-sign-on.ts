import { createProviders, newAttempt, redeemCode } from './openid-clients.ts'
import type { SignInAttempt } from './single-sign-on.ts'

/** A role in a program (null: in all of them) that people of the group have. */
export interface StaffGroup {
  readonly group: string
  readonly role: string
  readonly partner: string | null
}

export interface StaffSignOnSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  readonly groupsClaim: string
  readonly groups: readonly StaffGroup[]
  /** The sign-in page calls it so. */
  readonly name: string
  readonly maxSessionMinutes: number
  /** Only break-glass accounts sign in by password or passkey then. */
  readonly arePasswordsOff: boolean
}

/** It is what the ID token of the staff's provider says. */
export interface StaffPerson {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  /** It is null where the provider names none, or says that it is not verified. */
  readonly email: string | null
  readonly groups: readonly string[]
  /** The person proved it then; null says that the provider does not tell. */
  readonly authenticatedAt: Date | null
}

/** The OpenID Connect provider of a deployment's staff. @throws SingleSignOnError */
export interface StaffSignOn {
  readonly name: string
  readonly groups: readonly StaffGroup[]
  readonly maxSessionMinutes: number
  start(asked: {
    redirectUri: string
    maxAgeSeconds: number | null
  }): Promise<{ url: string; attempt: SignInAttempt }>
  /** `callbackUrl` is the address that the provider called, with its query. */
  finish(callbackUrl: URL, attempt: SignInAttempt): Promise<StaffPerson>
}

/** It is the code flow with PKCE, state and nonce, as for members. */
export function openIdStaffSignOn(
  settings: StaffSignOnSettings,
  options: { readonly production: boolean; readonly timeoutSeconds?: number },
): StaffSignOn {
  const { issuer, clientId, clientSecret, scope, groupsClaim, name, groups, maxSessionMinutes } = settings
  const providers = createProviders(options)
  const config = () => providers.of({ key: issuer, issuer, clientId, authentication: clientSecret })
  return {
    name,
    groups,
    maxSessionMinutes,
    async start(asked) {
      const { url, attempt } = await newAttempt(await config(), { ...asked, scope })
      return { url: url.href, attempt }
    },
    async finish(callbackUrl, attempt) {
      const provider = await config()
      const claims = await redeemCode(provider, callbackUrl, attempt)
      return personOf(provider.serverMetadata().issuer, claims, groupsClaim)
    },
  }
}

/**
 * Company directories often say nothing about an address: it is only shown and written to, and never finds an account by
 * itself.
 */
function personOf(
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string,
): StaffPerson {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : null
  }
  const email = claims.email_verified === false ? null : text('email')
  const names = [text('given_name'), text('family_name')].filter(Boolean).join(' ')
  const groups = claims[groupsClaim]
  return {
    issuer,
    subject: String(claims.sub),
    name: text('name') ?? (names || (email ?? 'Unnamed')),
    email: email && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null,
    groups: (Array.isArray(groups) ? groups : [groups]).filter(one => typeof one === 'string'),
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1_000) : null,
  }
}
