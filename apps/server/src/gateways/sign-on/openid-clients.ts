import { createRemoteJWKSet, customFetch } from 'jose'
import * as client from 'openid-client'
import { callOut } from '../outgoing-calls.ts'
import { type SignInAttempt, SingleSignOnError } from './single-sign-on.ts'

export interface OpenIdClient {
  /** Its discovery is cached by this name. */
  readonly key: string
  readonly issuer: string
  readonly clientId: string
  /** It is a secret, or what adds the proof to a call of the token endpoint. */
  readonly authentication: string | client.ClientAuth | undefined
}

export const defaultTimeoutSeconds = 5
const discoveryMs = 10 * 60_000

/** Discovery is cached; after a failure the next sign-in asks again. */
export function createProviders({
  production,
  timeoutSeconds = defaultTimeoutSeconds,
}: {
  readonly production: boolean
  /** It is the limit of each request to a provider. */
  readonly timeoutSeconds?: number
}) {
  const known = new Map<string, { readonly since: number; readonly config: Promise<client.Configuration> }>()
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  async function discover({ issuer, clientId, authentication }: OpenIdClient): Promise<client.Configuration> {
    const [secret, proof] =
      typeof authentication === 'string' ? [authentication, undefined] : [undefined, authentication]
    const config = await client
      .discovery(new URL(issuer), clientId, secret, proof, {
        timeout: timeoutSeconds,
        [client.customFetch]: (url, { body, ...init }) =>
          callOut(url, { ...init, body: (body as RequestInit['body']) ?? null }),
        // Plain HTTP is the demo's provider, on this machine.
        execute: production ? [] : [client.allowInsecureRequests],
      })
      .catch(error => {
        throw new SingleSignOnError('unavailable', `no provider at ${issuer}`, { cause: error })
      })
    client.enableNonRepudiationChecks(config)
    return config
  }

  return {
    of(asked: OpenIdClient): Promise<client.Configuration> {
      const found = known.get(asked.key)
      if (found && Date.now() - found.since < discoveryMs) return found.config
      const config = discover(asked)
      known.set(asked.key, { since: Date.now(), config })
      config.catch(() => known.delete(asked.key))
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

export async function newAttempt(
  config: client.Configuration,
  asked: {
    readonly redirectUri: string
    readonly scope: string
    readonly maxAgeSeconds: number | null
    readonly parameters?: Readonly<Record<string, string>>
  },
): Promise<{ url: URL; attempt: SignInAttempt }> {
  const { redirectUri, scope, maxAgeSeconds, parameters = {} } = asked
  const attempt = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    maxAgeSeconds,
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...(maxAgeSeconds === null ? {} : { max_age: String(maxAgeSeconds) }),
    ...parameters,
  })
  return { url, attempt }
}

/** @returns the claims of the ID token. @throws SingleSignOnError */
export async function redeemCode(
  config: client.Configuration,
  callbackUrl: URL,
  attempt: SignInAttempt,
): Promise<Readonly<Record<string, unknown>>> {
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
  return tokens.claims() ?? {}
}

/** The browser signs out at the provider there. */
export const endSessionUrl = (config: client.Configuration, parameters: Record<string, string>): URL =>
  client.buildEndSessionUrl(config, parameters)

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
