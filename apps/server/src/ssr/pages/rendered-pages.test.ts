import { expect, test } from 'vitest'
import { echoWeb } from '../../testing/echo-web.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'

const app = await createTestApp({
  web: echoWeb(),
  trustProxy: true,
  pageCache: {},
  renderedPages: { max: 5, timeWindow: 60_000 },
})
const partner = app.newPartner()

test('one client asks for new pages without end -> 429; cached pages and other clients are served', async () => {
  const attacker = newClient(app, partner)
  const at = (address: string) => ({ 'x-forwarded-for': address })
  const statuses = []
  for (let page = 0; page < 7; page++)
    statuses.push((await attacker.get(`/search?pageNo=${page}`, at(`2001:db8::${page}`))).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect((await attacker.get('/search?pageNo=1', at('2001:db8::9'))).statusCode).toBe(200)
  const member = await signedInClient(app, partner, (await newMember(app, partner)).id)
  expect((await member.get('/account/overview', at('203.0.113.1'))).statusCode).toBe(200)
  expect((await member.get('/account/overview', at('2001:db8::1'))).statusCode).toBe(429)
})
