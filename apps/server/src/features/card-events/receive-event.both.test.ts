import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import { newCardNetwork, sendSigned } from './card-network-for-test.ts'
import { signFidel } from './networks/fidel.network.ts'

let woken = 0
const app = await createTestApp({
  wakeInbox: () => {
    woken++
  },
  webhookSecrets: { fidel: [testSecrets.fidelWebhook, 'whsec_the_old_one'] },
})
const { db } = app.database

const storedEvents = async (text: string) =>
  db.selectFrom('cardEvents').selectAll().where('body', 'like', `%${text}%`).execute()

const clearing = 'transaction.clearing'

describe('a network event', () => {
  test('received -> stored verbatim, answered 200, the inbox is woken', async () => {
    const network = await newCardNetwork(app)
    const body = `\n  ${JSON.stringify(network.body(), null, 3)}\n`
    const before = woken
    const response = await sendSigned(app, clearing, body)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await storedEvents(network.cardId)).toMatchObject([
      { body, event: clearing, provider: 'fidel', status: 'received', amountCents: 4_250, dineId: null },
    ])
    expect(woken).toBe(before + 1)
  })

  test('is accepted for the address that was really called, and with the key that is going out (edge case 22)', async () => {
    const network = await newCardNetwork(app)
    const response = await sendSigned(app, clearing, JSON.stringify(network.body()), {
      url: `http://hooks.example:8080/hooks/fidel/${clearing}`,
      secret: 'whsec_the_old_one',
      headers: { host: 'hooks.example:8080' },
    })
    expect(response.statusCode).toBe(200)
  })

  test('is accepted whatever content type it names', async () => {
    const network = await newCardNetwork(app)
    const response = await sendSigned(app, clearing, JSON.stringify(network.body()), {
      headers: { 'content-type': 'text/plain' },
    })
    expect(response.statusCode).toBe(200)
  })

  test('repeated: 100 copies at once, later ones with new signatures -> one award (edge case 1)', async () => {
    const network = await newCardNetwork(app)
    const body = JSON.stringify(network.body())
    const responses = await Promise.all(Array.from({ length: 100 }, () => sendSigned(app, clearing, body)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(200))
    for (let minute = 0; minute < 2; minute++) {
      app.clock.advance(60_000)
      expect((await sendSigned(app, clearing, body)).statusCode).toBe(200)
    }
    expect(await storedEvents(network.cardId)).toHaveLength(1)
    await network.processAll()
    expect((await sendSigned(app, clearing, body)).statusCode).toBe(200)
    await network.processAll()
    expect(await network.balance()).toBe(127)
    expect(await network.activity()).toHaveLength(1)
  })
})

describe('a network event is refused with 401 and stored nowhere (edge case 22)', () => {
  const now = () => app.clock.now().getTime()
  test.each([
    ['signed with another key', () => ({ secret: 'whsec_wrong' })],
    ['signed for another event', () => ({ url: 'http://localhost:3000/hooks/fidel/transaction.auth' })],
    ['signed for another host', () => ({ url: `https://evil.example/hooks/fidel/${clearing}` })],
    ['older than five minutes', () => ({ timestamp: String(now() - 300_001) })],
    ['from the future', () => ({ timestamp: String(now() + 300_001) })],
    ['with a timestamp that is none', () => ({ timestamp: 'soon' })],
    ['with a signature that is none', () => ({ headers: { 'x-fidel-signature': 'none' } })],
  ])('%s', async (_, overrides) => {
    const network = await newCardNetwork(app)
    const before = woken
    const response = await sendSigned(app, clearing, JSON.stringify(network.body()), overrides())
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'signature_invalid' })
    expect(await storedEvents(network.cardId)).toEqual([])
    expect(woken).toBe(before)
  })

  test('altered after it was signed', async () => {
    const network = await newCardNetwork(app)
    const body = network.body({ amount: 1 })
    const [timestamp, url] = [String(now()), `http://localhost:3000/hooks/fidel/${clearing}`]
    const signature = signFidel(testSecrets.fidelWebhook, { url, timestamp, body: JSON.stringify(body) })
    const headers = { 'x-fidel-signature': signature }
    const response = await sendSigned(app, clearing, JSON.stringify({ ...body, amount: 999 }), {
      timestamp,
      headers,
    })
    expect(response.statusCode).toBe(401)
    expect(await storedEvents(network.cardId)).toEqual([])
    expect((await sendSigned(app, clearing, JSON.stringify(body), { timestamp, headers })).statusCode).toBe(
      200,
    )
  })

  test('without headers or body', async () => {
    const response = await app.app.inject({ method: 'POST', url: `/hooks/fidel/${clearing}` })
    expect(response.statusCode).toBe(401)
  })
})

test('an event we do not receive is answered 404', async () => {
  const response = await sendSigned(app, 'transaction.unknown', '{}')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'event_unknown' })
})

describe('a signed event that is invalid: stored as refused and answered 400', () => {
  // Other files of this worker share the database, and an event of the same bytes is stored once.
  beforeEach(async () => {
    const refused = db.selectFrom('cardEvents').select('id').where('status', '=', 'refused')
    await db.deleteFrom('cardEventKeys').where('eventId', 'in', refused).execute()
    await db.deleteFrom('cardEvents').where('status', '=', 'refused').execute()
  })

  test.each([
    ['JSON cut short', '{"id":', 'invalid_json', undefined],
    ['no body', '', 'invalid_json', undefined],
    ['bytes that are no text', '\u0000\u0001', 'invalid_json', undefined],
    ['a list', '[]', 'validation_failed', 'body'],
    ['an empty object', '{}', 'validation_failed', 'id'],
    ['three decimals', { amount: 42.505 }, 'validation_failed', 'amount'],
    ['an amount in text', { amount: '42.50' }, 'validation_failed', 'amount'],
    ['no amount', { amount: null }, 'validation_failed', 'amount'],
    ['an id that is a number', { id: 12 }, 'validation_failed', 'id'],
    ['an id with a NUL', { id: 'a\u0000b' }, 'validation_failed', 'id'],
    ['a currency that is none', { currency: 'dollars' }, 'validation_failed', 'currency'],
    ['a day that does not exist', { datetime: '2026-13-01T00:00:00' }, 'validation_failed', 'datetime'],
    ['a card that is text', { card: 'x' }, 'validation_failed', 'card'],
  ])('%s', async (_, given, code, field) => {
    const network = await newCardNetwork(app)
    const body = typeof given === 'string' ? given : JSON.stringify(network.body(given))
    const before = await refusedEvents()
    const response = await sendSigned(app, clearing, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code })
    if (field) expect(response.json().fieldErrors[0].field).toBe(field)
    const after = await refusedEvents()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toMatchObject({ reasonCode: code, status: 'refused' })
    expect((await sendSigned(app, clearing, body)).statusCode).toBe(400)
    expect(await refusedEvents()).toHaveLength(after.length)
    await network.processAll()
    expect(await network.activity()).toEqual([])
  })

  test('bytes that are no UTF-8, inside a text', async () => {
    const network = await newCardNetwork(app)
    const [head = '', tail = ''] = JSON.stringify(network.body({ brand: { name: '#' } })).split('#')
    const body = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe]), Buffer.from(tail)])
    const response = await sendSigned(app, clearing, body)
    expect(response.statusCode).toBe(400)
    expect(await storedEvents(network.cardId)).toMatchObject([
      { status: 'refused', reasonCode: 'invalid_json' },
    ])
  })

  const refusedEvents = () =>
    db.selectFrom('cardEvents').selectAll().where('status', '=', 'refused').orderBy('id').execute()
})
