import type { Partner } from '@dineward/core/partner/partner.ts'
import { type JWTPayload, jwtVerify } from 'jose'
import type * as client from 'openid-client'
import { checkOpenIdProvider } from './openid-check.ts'
import {
  createProviders,
  defaultTimeoutSeconds,
  endSessionUrl,
  newAttempt,
  redeemCode,
} from './openid-clients.ts'
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

/** It is tolerated between our clock and the provider's. */
const toleranceSeconds = 30
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** The list never has "none", and nothing symmetric. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** It is the code flow with PKCE, state and nonce. The ID token's signature is verified too. */
export function openIdSignOn(options: OpenIdOptions): SingleSignOn {
  const { timeoutSeconds = defaultTimeoutSeconds, production } = options
  const providers = createProviders({ production, timeoutSeconds })
  const configOf = (partner: Partner) => {
    const { issuer, clientId } = settingsOf(partner)
    return providers.of({
      key: partner.slug,
      issuer: options.issuers.get(partner.slug) ?? issuer,
      clientId,
      authentication: options.secrets.get(partner.slug),
    })
  }
  return {
    async start(partner, asked) {
      const { scope } = settingsOf(partner)
      const { url, attempt } = await newAttempt(await configOf(partner), { ...asked, scope })
      return { url: url.href, attempt }
    },

    async check(partner, redirectUri) {
      const config = await configOf(partner)
      const { scope } = settingsOf(partner)
      const { url } = await newAttempt(config, { redirectUri, maxAgeSeconds: null, scope })
      return checkOpenIdProvider({
        metadata: config.serverMetadata(),
        authorizationUrl: url,
        hasSecret: options.secrets.has(partner.slug),
        algorithms,
        timeoutMs: timeoutSeconds * 1_000,
      })
    },

    async finish(partner, callbackUrl, attempt) {
      const config = await configOf(partner)
      return personOf(partner, config, await redeemCode(config, callbackUrl, attempt))
    },

    async signOutUrl(partner, { subject, returnTo }) {
      const config = await configOf(partner)
      if (!config.serverMetadata().end_session_endpoint) return null
      // Addresses are kept in logs and histories: they name client and person, and hold no ID token.
      const parameters = { logout_hint: subject, post_logout_redirect_uri: returnTo }
      return endSessionUrl(config, parameters).href
    },

    async verifyLogout(partner, logoutToken) {
      const config = await configOf(partner)
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
