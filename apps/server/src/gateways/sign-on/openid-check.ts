import type * as client from 'openid-client'
import { callOut } from '../outgoing-calls.ts'
import type { Finding } from './single-sign-on.ts'

type Metadata = Readonly<client.ServerMetadata>

interface Asked {
  readonly metadata: Metadata
  /** As a browser would open it. */
  readonly authorizationUrl: URL
  readonly hasSecret: boolean
  readonly algorithms: readonly string[]
  readonly timeoutMs: number
}

/** What a provider says of itself, and whether it accepts the client and its redirect address. */
export async function checkOpenIdProvider(asked: Asked): Promise<Finding[]> {
  const { metadata } = asked
  return [
    { level: 'ok', text: `discovery: ${metadata.issuer}` },
    ...endpoints(metadata),
    oneOf('signature of ID tokens', metadata.id_token_signing_alg_values_supported, asked.algorithms),
    oneOf('PKCE', metadata.code_challenge_methods_supported, ['S256']),
    oneOf('token endpoint', metadata.token_endpoint_auth_methods_supported, authMethods(asked.hasSecret)),
    await checkKeys(metadata.jwks_uri, asked.timeoutMs),
    await checkClient(asked),
    offered('sign-out at the provider', metadata.end_session_endpoint !== undefined),
    offered('back-channel logout', metadata.backchannel_logout_supported === true),
  ]
}

const authMethods = (hasSecret: boolean) =>
  hasSecret ? ['client_secret_basic', 'client_secret_post'] : ['none']

function endpoints(metadata: Metadata): Finding[] {
  const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
  return names
    .filter(name => !metadata[name])
    .map(name => ({ level: 'problem', text: `the provider names no ${name}` }))
}

/** Providers need not list what they support. */
function oneOf(what: string, offers: readonly string[] | undefined, wanted: readonly string[]): Finding {
  if (!offers) return { level: 'note', text: `${what}: the provider does not say what it supports` }
  const found = offers.filter(offer => wanted.includes(offer))
  if (found.length > 0) return { level: 'ok', text: `${what}: ${found.join(', ')}` }
  return {
    level: 'problem',
    text: `${what}: wanted ${wanted.join(' or ')}, the provider has ${offers.join(', ')}`,
  }
}

const offered = (what: string, isOffered: boolean): Finding =>
  isOffered
    ? { level: 'ok', text: what }
    : { level: 'note', text: `${what}: not offered; sessions here end by themselves` }

async function checkKeys(url: string | undefined, timeoutMs: number): Promise<Finding> {
  if (!url) return { level: 'problem', text: 'keys: none' }
  try {
    const answer = await callOut(url, { signal: AbortSignal.timeout(timeoutMs) })
    const { keys } = (await answer.json()) as { keys?: unknown[] }
    if (answer.ok && Array.isArray(keys) && keys.length > 0)
      return { level: 'ok', text: `keys: ${keys.length}` }
    return { level: 'problem', text: `keys: ${url} answers ${answer.status} without keys` }
  } catch (error) {
    return { level: 'problem', text: `keys: ${url} does not answer (${error})` }
  }
}

/** An unknown client or redirect address is refused before anybody signs in. */
async function checkClient({ authorizationUrl, timeoutMs }: Asked): Promise<Finding> {
  const redirectUri = authorizationUrl.searchParams.get('redirect_uri')
  const clientId = authorizationUrl.searchParams.get('client_id')
  try {
    const answer = await callOut(authorizationUrl, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status < 400)
      return { level: 'ok', text: `client ${clientId} with redirect address ${redirectUri}` }
    return {
      level: 'problem',
      text: `the provider refuses client ${clientId} or redirect address ${redirectUri} (${answer.status}): register both there`,
    }
  } catch (error) {
    return { level: 'problem', text: `sign-in page: does not answer (${error})` }
  }
}
