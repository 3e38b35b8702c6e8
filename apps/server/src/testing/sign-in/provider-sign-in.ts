import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import type { JWTPayload } from 'jose'
import {
  openIdSignInProviders,
  type SignInProviderOptions,
} from '../../gateways/sign-on/openid-sign-in-providers.ts'
import { createTestApp, type TestApp, testGateways } from '../test-app.ts'
import { browserAt, type TestClient } from '../test-client.ts'
import { startTestProvider, type TestProvider } from './identity-provider.ts'
import { type ProviderAnswer, seconds } from './sign-on.ts'

type Response = Awaited<ReturnType<TestClient['get']>>

export interface SignInWorld {
  readonly app: TestApp
  readonly providers: Readonly<Record<SignInProvider, TestProvider>>
  readonly appleKey: ReturnType<typeof generateKeyPairSync>
  /** It is a partner that offers both. */
  newPartner(settings?: Record<string, unknown>): Partner
  start(
    client: TestClient,
    provider: SignInProvider,
    query?: string,
  ): Promise<{ asked: URLSearchParams; response: Response }>
  /** The person signs in at the provider, which answers as the real one does. */
  answer(
    client: TestClient,
    provider: SignInProvider,
    asked: URLSearchParams,
    answer?: ProviderAnswer & { readonly user?: string },
  ): Promise<Response>
  signIn(
    client: TestClient,
    provider: SignInProvider,
    answer?: ProviderAnswer & { readonly user?: string },
    query?: string,
  ): Promise<Response>
}

export async function startSignInWorld(): Promise<SignInWorld> {
  const providers = { google: await startTestProvider(), apple: await startTestProvider() }
  const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const googleSecrets = new Map<string, string>()
  const appleKeys = new Map<
    string,
    { teamId: string; keyId: string; privateKey: typeof appleKey.privateKey }
  >()
  const issuers = { google: providers.google.issuer, apple: providers.apple.issuer }
  const options: SignInProviderOptions = { issuers, googleSecrets, appleKeys }
  const signInProviders = openIdSignInProviders({ ...options, production: false, timeoutSeconds: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'dw-'))
  const app = await createTestApp({ gateways: { ...testGateways(folder), signInProviders } })
  // The providers sign with the machine's time.
  app.clock.set(new Date())
  const world: SignInWorld = {
    app,
    providers,
    appleKey,
    newPartner(settings = {}) {
      // Each partner has clients of its own.
      const name = randomBytes(6).toString('hex')
      const signInProviders = { google: `google-${name}`, apple: `apple-${name}` }
      const partner = app.newPartner({ settings: { signInProviders, ...settings } })
      googleSecrets.set(partner.slug, `secret-${partner.slug}`)
      appleKeys.set(partner.slug, {
        teamId: 'TEAM567890',
        keyId: 'KEY4567890',
        privateKey: appleKey.privateKey,
      })
      return partner
    },
    async start(client, provider, query = '') {
      const response = await client.get(`/api/SignIn/${provider}/Start${query}`)
      const location = URL.parse(String(response.headers.location))
      return { asked: location?.searchParams ?? new URLSearchParams(), response }
    },
    answer: (client, provider, asked, answer) =>
      answerOf(app, providers[provider], { client, provider, asked }, answer),
    async signIn(client, provider, answer, query) {
      const { asked } = await world.start(client, provider, query)
      return world.answer(client, provider, asked, answer)
    },
  }
  return world
}

async function answerOf(
  app: TestApp,
  at: TestProvider,
  { client, provider, asked }: { client: TestClient; provider: SignInProvider; asked: URLSearchParams },
  { claims = right => right, sign, user }: ProviderAnswer & { readonly user?: string } = {},
): Promise<Response> {
  const code = randomBytes(8).toString('hex')
  const right: JWTPayload = {
    iss: at.issuer,
    aud: asked.get('client_id') ?? '',
    sub: `person-${code}`,
    iat: seconds(),
    exp: seconds() + 60,
    nonce: asked.get('nonce'),
    email: `noor.${code}@example.com`,
    email_verified: true,
  }
  at.codes.set(code, () => at.sign(claims(right), sign))
  const answer = new URLSearchParams({ code, state: asked.get('state') ?? '' })
  if (provider === 'google') return client.get(`/api/SignIn/google/Callback?${answer}`)
  if (user) answer.set('user', user)
  const posted = await postAnswer(app, asked, answer)
  const isTaken = String(posted.headers.location).startsWith('/api/')
  return isTaken ? follow(client, posted) : posted
}

/** Apple's page posts: the browser sends no cookie of ours along. */
export function postAnswer(app: TestApp, asked: URLSearchParams, answer: URLSearchParams): Promise<Response> {
  const { host } = new URL(asked.get('redirect_uri') ?? '')
  return browserAt(app, host).send('POST', '/api/SignIn/apple/Callback', String(answer), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    origin: 'https://appleid.apple.com',
  })
}

export const follow = (client: TestClient, response: Response): Promise<Response> =>
  client.get(String(response.headers.location))
