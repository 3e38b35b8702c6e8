import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { closeAfterFile } from '../databases/close-after-file.ts'

interface Answer {
  readonly status: number
  readonly body: string
}

export interface TestProvider {
  readonly issuer: string
  /** The token endpoint exchanges each code once, for the ID token it brings. */
  readonly codes: Map<string, () => Promise<string>>
  /** What the token endpoint was sent, the newest last. */
  readonly tokenCalls: URLSearchParams[]
  /** Replaces an endpoint's answer; `never`: the request is left open. */
  behavior: { token?: Answer | 'never'; discovery?: Answer | 'never' }
  discovery(): Record<string, unknown>
  sign(claims: JWTPayload, options?: SignOptions): Promise<string>
  /** It makes new keys; the old ones are gone. */
  rotateKeys(): Promise<void>
}

interface SignOptions {
  readonly alg?: 'RS256' | 'none' | 'HS256'
  readonly foreignKey?: boolean
  readonly typ?: string
}

/** An identity provider for tests that can lie. It shares no code with the client under test but the signing. */
export async function startTestProvider(): Promise<TestProvider> {
  let [keys, keyId] = [await generateKeyPair('RS256'), 'key-1']
  const foreign = await generateKeyPair('RS256')
  const codes: TestProvider['codes'] = new Map()
  const answers: Record<string, (body: string) => Promise<Answer | 'never'>> = {
    '/.well-known/openid-configuration': async () => provider.behavior.discovery ?? json(discovery()),
    '/keys': async () =>
      json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: keyId, use: 'sig', alg: 'RS256' }] }),
    '/token': async body => {
      if (provider.behavior.token) return provider.behavior.token
      const sent = new URLSearchParams(body)
      provider.tokenCalls.push(sent)
      const code = sent.get('code') ?? ''
      const idToken = await codes.get(code)?.()
      codes.delete(code)
      if (!idToken) return { ...json({ error: 'invalid_grant' }), status: 400 }
      return json({ access_token: 'access', token_type: 'Bearer', id_token: idToken })
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = await answers[(request.url ?? '').split('?')[0] ?? '']?.(body)
    if (answer === 'never') return
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' })
    response.end(answer?.body ?? '{}')
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  closeAfterFile(() => server.close())
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
  const provider: TestProvider = {
    issuer,
    codes,
    tokenCalls: [],
    behavior: {},
    discovery,
    async sign(claims, { alg = 'RS256', foreignKey = false, typ } = {}) {
      if (alg === 'none') {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg })}.${part(claims)}.`
      }
      const header = new SignJWT(claims).setProtectedHeader({ alg, kid: keyId, ...(typ ? { typ } : {}) })
      if (alg === 'HS256')
        return header.sign(new TextEncoder().encode('the client knows this secret too, it is public'))
      return header.sign((foreignKey ? foreign : keys).privateKey)
    },
    async rotateKeys() {
      ;[keys, keyId] = [await generateKeyPair('RS256'), `${keyId}-next`]
    },
  }
  return provider
}

const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) })
