import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { beforeAll, expect, test } from 'vitest'
import { closeAfterFile } from '../../../testing/databases/close-after-file.ts'
import { newSsoPartner, ssoClientId } from '../../../testing/sign-in/sign-on.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient } from '../../../testing/test-client.ts'

/* A provider by other authors than the demo's, so that not one library talks to itself. */

const provider = new OAuth2Server()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  app.clock.set(new Date())
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, 'localhost')
  closeAfterFile(() => provider.stop())
  provider.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    Object.assign(payload, {
      sub: 'noor',
      given_name: 'Noor',
      family_name: 'Haddad',
      email: 'noor@example.com',
      email_verified: true,
    })
  })
})

test('second provider: sign-in through its own pages -> enrolled; sign-out -> leads back there', async () => {
  const partner = newSsoPartner(app, provider.issuer.url!)
  const client = newClient(app, partner)
  const start = await client.get('/api/Sso/Start')
  const authorized = await fetch(String(start.headers.location), { redirect: 'manual' })
  const { pathname, search } = new URL(authorized.headers.get('location')!)
  const back = await client.get(pathname + search)
  expect(back.headers.location).toBe('/join_rate?returnTo=%2Faccount%2Foverview')
  expect((await client.get('/api/Member')).json()).toMatchObject({ email: 'noor@example.com' })
  expect((await client.get(pathname + search)).headers.location).toMatch(/sso=refused/)
  const { providerUrl } = (await client.get('/api/SignOut')).json()
  expect(providerUrl).toMatch(new RegExp(`^${provider.issuer.url}/endsession\\?`))
})

test('check: what the provider offers, lacks, and refuses', async () => {
  const check = async (issuer: string) => {
    const partner = newSsoPartner(app, issuer)
    return app.context(partner).gateways.singleSignOn.check(partner, 'https://miles.example/api/Sso/Callback')
  }
  const findings = await check(provider.issuer.url!)
  expect(findings).toContainEqual({ level: 'ok', text: 'keys: 1' })
  expect(findings).toContainEqual({ level: 'ok', text: 'PKCE: S256' })
  expect(findings).toContainEqual({
    level: 'ok',
    text: `client ${ssoClientId} with redirect address https://miles.example/api/Sso/Callback`,
  })
  expect(findings).toContainEqual({ level: 'note', text: expect.stringMatching(/^back-channel logout: not/) })
  await expect(check('http://localhost:1')).rejects.toThrow('no provider at http://localhost:1')
})
