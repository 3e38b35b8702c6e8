import { randomBytes } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { JWTPayload } from 'jose'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import type { TestProvider } from './identity-provider.ts'

export const ssoClientId = 'dining'
export const seconds = () => Math.floor(Date.now() / 1_000)

/** What the provider's ID token says, made from the right one, and how it is signed. */
export interface ProviderAnswer {
  readonly claims?: (right: JWTPayload) => JWTPayload
  readonly sign?: Parameters<TestProvider['sign']>[1]
}

type Started = { readonly state: string; readonly nonce: string }
type Response = Awaited<ReturnType<TestClient['get']>>

export interface SignOn {
  newPartner(settings?: Record<string, unknown>): Partner
  /** It goes as far as the provider. */
  start(client: TestClient, returnTo?: string): Promise<Started & { readonly asked: URLSearchParams }>
  answer(
    client: TestClient,
    started: Started,
    answer?: ProviderAnswer,
  ): Promise<{ code: string; response: Response }>
  signOn(client: TestClient, answer?: ProviderAnswer, returnTo?: string): Promise<Response>
}

/** The partner is like Meridian, with another provider. */
export function newSsoPartner(app: TestApp, issuer: string, settings: Record<string, unknown> = {}): Partner {
  const scope = 'openid profile email'
  const singleSignOn = { issuer, clientId: ssoClientId, scope, memberNumberClaim: 'member_number' }
  return app.newPartner({ like: 'meridian', settings: { singleSignOn, ...settings } })
}

export function signOnAt(app: TestApp, provider: TestProvider): SignOn {
  const signOn: SignOn = {
    newPartner: settings => newSsoPartner(app, provider.issuer, settings),
    async start(client, returnTo) {
      const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
      const response = await client.get(`/api/Sso/Start${query}`)
      const asked = new URL(String(response.headers.location)).searchParams
      return { asked, state: asked.get('state') ?? '', nonce: asked.get('nonce') ?? '' }
    },
    async answer(
      client,
      { state, nonce },
      { claims = (right: JWTPayload) => right, sign }: ProviderAnswer = {},
    ) {
      const code = randomBytes(8).toString('hex')
      const right = {
        iss: provider.issuer,
        aud: ssoClientId,
        sub: `person-${code}`,
        iat: seconds(),
        exp: seconds() + 60,
        nonce,
        given_name: 'Noor',
        family_name: 'Haddad',
        email: `noor.${code}@example.com`,
        email_verified: true,
      }
      provider.codes.set(code, () => provider.sign(claims(right), sign))
      const query = new URLSearchParams({ code, state, iss: provider.issuer })
      return { code, response: await client.get(`/api/Sso/Callback?${query}`) }
    },
    async signOn(client, answer, returnTo) {
      return (await signOn.answer(client, await signOn.start(client, returnTo), answer)).response
    },
  }
  return signOn
}
