import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import { SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import { createProviders, newAttempt, type OpenIdClient, redeemCode } from './openid-clients.ts'
import type { ProvenPerson, SignInProviders } from './sign-in-providers.ts'
import { SingleSignOnError } from './single-sign-on.ts'

/** The key signs what Apple takes for a client secret. */
export interface AppleKey {
  readonly teamId: string
  readonly keyId: string
  readonly privateKey: KeyObject
}

export interface SignInProviderOptions {
  readonly issuers: Readonly<Record<SignInProvider, string>>
  /** These go by partner. */
  readonly googleSecrets: ReadonlyMap<string, string>
  readonly appleKeys: ReadonlyMap<string, AppleKey>
}

const asked = {
  google: { scope: 'openid email profile', parameters: { prompt: 'select_account' } },
  // Apple posts its answer where name or address are asked for.
  apple: { scope: 'openid email name', parameters: { response_mode: 'form_post' } },
} as const satisfies Record<SignInProvider, unknown>

/** It is the code flow with PKCE, state and nonce, as for single sign-on. */
export function openIdSignInProviders(
  options: SignInProviderOptions & { readonly production: boolean; readonly timeoutSeconds?: number },
): SignInProviders {
  const providers = createProviders(options)
  const configOf = (partner: Partner, provider: SignInProvider) =>
    providers.of(clientOf(options, partner, provider))
  return {
    issuerOf: provider => options.issuers[provider],

    async start(partner, provider, redirectUri) {
      const config = await configOf(partner, provider)
      const { url, attempt } = await newAttempt(config, {
        redirectUri,
        maxAgeSeconds: null,
        ...asked[provider],
      })
      return { url: url.href, attempt }
    },

    async finish(partner, provider, callbackUrl, attempt) {
      const config = await configOf(partner, provider)
      const claims = await redeemCode(config, callbackUrl, attempt)
      return personOf(options.issuers[provider], claims)
    },
  }
}

/** @throws an error that says what is wrong with the key. */
export function readAppleKeys(given: ReadonlyMap<string, string>): ReadonlyMap<string, AppleKey> {
  return new Map(
    [...given].map(([slug, text]): [string, AppleKey] => {
      const [teamId = '', keyId = '', key = ''] = text.split('.')
      try {
        const der = Buffer.from(key, 'base64')
        const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
        if (privateKey.asymmetricKeyDetails?.namedCurve === 'prime256v1')
          return [slug, { teamId, keyId, privateKey }]
      } catch {}
      throw new Error(`APPLE_SIGN_IN_KEYS holds no private key of P-256 for ${slug}.`)
    }),
  )
}

function clientOf(
  { issuers, googleSecrets, appleKeys }: SignInProviderOptions,
  partner: Partner,
  provider: SignInProvider,
): OpenIdClient {
  const { slug, settings } = partner
  const clientId = settings.signInProviders[provider]
  const key = appleKeys.get(slug)
  const authentication = {
    google: () => googleSecrets.get(slug),
    apple: () => key && appleAuthentication(key, issuers.apple),
  }[provider]()
  if (clientId === null || authentication === undefined)
    throw new SingleSignOnError('unavailable', `${slug} has no client or no secret at ${provider}`)
  return { key: `${slug} ${provider} ${clientId}`, issuer: issuers[provider], clientId, authentication }
}

/** The secret is a token that we sign for each call. */
function appleAuthentication({ teamId, keyId, privateKey }: AppleKey, audience: string): ClientAuth {
  const authenticate = async (_server: unknown, client: { client_id: string }, body: URLSearchParams) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(client.client_id)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey)
    body.set('client_id', client.client_id)
    body.set('client_secret', secret)
  }
  return authenticate
}

function personOf(issuer: string, claims: Readonly<Record<string, unknown>>): ProvenPerson {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  // Apple writes it as a text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return {
    issuer,
    subject: String(claims.sub),
    email: (isVerified && text('email')) || null,
    firstName: text('given_name'),
    lastName: text('family_name'),
  }
}
