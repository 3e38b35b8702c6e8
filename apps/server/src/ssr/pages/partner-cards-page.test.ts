import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sandboxPartnerCards } from '../../gateways/cards/sandbox-partner-cards.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, testGateways } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'
import { mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const bank = { answers: true }
const sandbox = sandboxPartnerCards({ now: () => new Date('2026-03-10T18:00:00Z') })
const app = await createTestApp({
  web: await loadWebBuild(`${root}apps/web/dist`),
  fontDir: `${root}apps/server/dist/fonts`,
  gateways: {
    ...testGateways(tmpdir()),
    partnerCards: {
      list: (...call) => (bank.answers ? sandbox.list(...call) : Promise.reject(new Error('bank is down'))),
    },
  },
})

async function newPage(path: string, overrides: object = {}) {
  bank.answers = true
  const partner = app.newPartner({ like: 'harbor' })
  const client = await signedInClient(app, partner, (await newMember(app, partner, overrides)).id)
  const { body } = await client.get(path)
  const names = Array.from(body.matchAll(/name="(card_\w+)"/g), match => match[1]!)
  return { client, names, post: (fields: readonly string[]) => post(client, path, fields) }
}

/** As a browser without script does. */
function post(client: TestClient, path: string, fields: readonly string[]) {
  const body = new URLSearchParams(fields.map(name => [name, 'on'])).toString()
  return client.send('POST', path, body, {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  })
}

test('account §5 Card opt-in: without it -> says so and stays ticked; with it -> the selected cards are linked', async () => {
  const { client, names, post } = await newPage('/account/manage_cards')
  expect(names).toHaveLength(4)
  const [first = '', second = ''] = names
  const refused = await post([first])
  expect(refused.statusCode).toBe(400)
  expect(mainOf(refused.body)).toContain('Linking a card and authorizing activity monitoring is required')
  expect(mainOf(refused.body)).toMatch(new RegExp(`<input[^>]*name="${first}"[^>]*checked=""`))

  const linked = await post([first, second, 'partnerCardsOptIn'])
  expect(linked.statusCode).toBe(200)
  expect(mainOf(linked.body)).toContain('All selected cards are linked.')
  expect(mainOf(linked.body).match(/Linked already/g)).toHaveLength(2)
  expect((await client.get('/api/Member/Cards')).json().items).toHaveLength(2)
})

test('on the way in: none selected -> asks for one; one -> goes on', async () => {
  const { names, post } = await newPage('/add_card?returnTo=%2Fsearch')
  expect(mainOf((await post(['partnerCardsOptIn'])).body)).toContain('Select at least one card.')
  const { statusCode, headers } = await post([names[0]!, 'partnerCardsOptIn'])
  expect([statusCode, headers.location]).toEqual([303, '/card_added?returnTo=%2Fsearch'])
})

test('a closed account: one selected -> the account, open', async () => {
  const { client, names, post } = await newPage('/reenroll', { memberType: 'ClosedAccountMember' })
  expect(mainOf((await post([names[0]!])).body)).toContain('authorizing activity monitoring is required')
  const { statusCode, headers } = await post([names[0]!, 'partnerCardsOptIn'])
  expect([statusCode, headers.location]).toEqual([303, '/account/overview'])
  expect((await client.get('/account/overview')).statusCode).toBe(200)
  expect((await client.get('/reenroll')).headers.location).toBe('/account/overview')
})

test.each(['/account/manage_cards', '/add_card'])(
  'bank does not answer at %s -> a card can be entered',
  async path => {
    const { client } = await newPage(path)
    bank.answers = false
    const { statusCode, body } = await client.get(path)
    expect(statusCode).toBe(200)
    expect(mainOf(body)).toContain('Harbor Bank is not responding right now')
    expect(mainOf(body)).toContain('Link this card')
  },
)
