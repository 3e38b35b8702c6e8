import type { Partner } from '@dineward/core/partner/partner.ts'
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { callOut } from '../outgoing-calls.ts'
import { checkOpenIdProvider } from './openid-check.ts'
import { type Logout, type ProviderPerson, type SingleSignOn, SingleSignOnError } from './single-sign-on.ts'

export interface OpenIdOptions {
  /** They go by partner. */
  readonly secrets: ReadonlyMap<string, string>
  /** Where a deployment's provider differs from the partner's settings. */
  readonly issuers: ReadonlyMap<string, string>
  readonly production: boolean
  /** It is the limit of each request to a provider. */
  readonly timeoutSeconds?: number
}

const defaultTimeoutSeconds = 5
/** It is tolerated between our clock and the provider's. */
const toleranceSeconds = 30
const discoveryMs = 10 * 60_000
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** The list never has "none", and nothing symmetric. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** It is the code flow with PKCE, state and nonce. The ID token's signature is verified too. */
export function openIdSignOn(options: OpenIdOptions): SingleSignOn {
  const providers = createProviders(options)
  const { timeoutSeconds = defaultTimeoutSeconds } = options
  return {
    async start(partner, asked) {
      const { url, attempt } = await newAttempt(partner, await providers.of(partner), asked)
      return { url: url.href, attempt }
    },

    async check(partner, redirectUri) {
      const config = await providers.of(partner)
      const { url } = await newAttempt(partner, config, { redirectUri, maxAgeSeconds: null })
      return checkOpenIdProvider({
        metadata: config.serverMetadata(),
        authorizationUrl: url,
        hasSecret: options.secrets.has(partner.slug),
        algorithms,
        timeoutMs: timeoutSeconds * 1_000,
      })
    },

    async finish(partner, callbackUrl, attempt) {
      const config = await providers.of(partner)
      const tokens = await client
        .authorizationCodeGrant(config, callbackUrl, {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
          ...(attempt.maxAgeSeconds === null ? {} : { maxAge: attempt.maxAgeSeconds }),
        })
        .catch(error => {
          throw asSignOnError(error)
        })
      return personOf(partner, config, tokens.claims() ?? {})
    },

    async signOutUrl(partner, { subject, returnTo }) {
      const config = await providers.of(partner)
      if (!config.serverMetadata().end_session_endpoint) return null
      // Addresses are kept in logs and histories: they name client and person, and hold no ID token.
      const parameters = { logout_hint: subject, post_logout_redirect_uri: returnTo }
      return client.buildEndSessionUrl(config, parameters).href
    },

    async verifyLogout(partner, logoutToken) {
      const config = await providers.of(partner)
      const { issuer, jwks_uri: keys } = config.serverMetadata()
      if (!keys) throw new SingleSignOnError('unavailable', 'the provider names no keys')
      const { payload } = await jwtVerify(logoutToken, providers.keys(keys), {
        issuer,
        audience: settingsOf(partner).clientId,
        algorithms,
        clockTolerance: toleranceSeconds,
        typ: 'logout+jwt',
        maxTokenAge: '2 minutes',
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
      }).catch(error => {
        throw new SingleSignOnError('refused', 'the logout token is not valid', { cause: error })
      })
      return logoutOf(issuer, payload)
    },
  }
}

async function newAttempt(
  partner: Partner,
  config: client.Configuration,
  { redirectUri, maxAgeSeconds }: { redirectUri: string; maxAgeSeconds: number | null },
) {
  const attempt = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    maxAgeSeconds,
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: settingsOf(partner).scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...(maxAgeSeconds === null ? {} : { max_age: String(maxAgeSeconds) }),
  })
  return { url, attempt }
}

/** Discovery is cached; after a failure the next sign-in asks again. */
function createProviders({
  secrets,
  issuers,
  production,
  timeoutSeconds = defaultTimeoutSeconds,
}: OpenIdOptions) {
  const known = new Map<string, { readonly since: number; readonly config: Promise<client.Configuration> }>()
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  async function discover(partner: Partner): Promise<client.Configuration> {
    const { issuer, clientId } = settingsOf(partner)
    const config = await client
      .discovery(
        new URL(issuers.get(partner.slug) ?? issuer),
        clientId,
        secrets.get(partner.slug),
        undefined,
        {
          timeout: timeoutSeconds,
          [client.customFetch]: (url, { body, ...init }) =>
            callOut(url, { ...init, body: (body as RequestInit['body']) ?? null }),
          // Plain HTTP is the demo's provider, on this machine.
          execute: production ? [] : [client.allowInsecureRequests],
        },
      )
      .catch(error => {
        throw new SingleSignOnError('unavailable', `no provider at ${issuer}`, { cause: error })
      })
    client.enableNonRepudiationChecks(config)
    return config
  }

  return {
    of(partner: Partner): Promise<client.Configuration> {
      const found = known.get(partner.slug)
      if (found && Date.now() - found.since < discoveryMs) return found.config
      const config = discover(partner)
      known.set(partner.slug, { since: Date.now(), config })
      config.catch(() => known.delete(partner.slug))
      return config
    },
    keys(url: string) {
      const found =
        keySets.get(url) ??
        createRemoteJWKSet(new URL(url), {
          timeoutDuration: timeoutSeconds * 1_000,
          [customFetch]: callOut,
        })
      keySets.set(url, found)
      return found
    },
  }
}

function settingsOf(partner: Partner) {
  const { singleSignOn } = partner.settings
  if (!singleSignOn) throw new SingleSignOnError('unavailable', `${partner.slug} names no provider`)
  return singleSignOn
}

function personOf(
  partner: Partner,
  config: client.Configuration,
  claims: Record<string, unknown>,
): ProviderPerson {
  const text = (name: string | null) => {
    const value = name === null ? null : claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  return {
    issuer: config.serverMetadata().issuer,
    subject: String(claims.sub),
    session: text('sid'),
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1_000) : null,
    firstName: text('given_name') ?? '',
    lastName: text('family_name') ?? '',
    email: claims.email_verified === true ? text('email') : null,
    memberNumber: text(settingsOf(partner).memberNumberClaim),
  }
}

/** OpenID Connect Back-Channel Logout 1.0 §2.4 asks for this: an ID token has a nonce and no event. */
function logoutOf(issuer: string, { sub, sid, jti, nonce, events }: JWTPayload): Logout {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)
  if (!isLogout || nonce !== undefined || typeof jti !== 'string')
    throw new SingleSignOnError('refused', 'not a logout token')
  if (typeof sid === 'string') return { issuer, tokenId: jti, session: sid }
  if (typeof sub === 'string') return { issuer, tokenId: jti, subject: sub }
  throw new SingleSignOnError('refused', 'the logout token names no session and no person')
}

/** A network that fails or a 5xx is no answer; everything else is a wrong one. */
function asSignOnError(error: unknown): SingleSignOnError {
  const { code, cause } = error as { code?: string; cause?: { status?: number } }
  const unavailable =
    code === 'OAUTH_TIMEOUT' ||
    code === undefined ||
    (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && (cause?.status ?? 0) >= 500)
  const message = error instanceof Error ? error.message : String(error)
  return new SingleSignOnError(unavailable ? 'unavailable' : 'refused', message, { cause: error })
}
