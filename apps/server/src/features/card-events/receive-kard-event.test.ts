import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import { newCardNetwork } from './card-network-for-test.ts'
import { kardOf, sendKard } from './kard-for-test.ts'
import { signKard } from './networks/kard.network.ts'

let woken = 0
const app = await createTestApp({
  wakeInbox: () => {
    woken++
  },
  webhookSecrets: { kard: [testSecrets.kardWebhook, 'kard_the_old_one'] },
})
const { db } = app.database

const storedEvents = (text: string) =>
  db.selectFrom('cardEvents').selectAll().where('body', 'like', `%${text}%`).orderBy('id').execute()

async function newNetwork() {
  const network = await newCardNetwork(app)
  return { network, kard: kardOf(app, network) }
}

describe('an event of Kard', () => {
  test('received -> stored verbatim, answered 200, the inbox is woken', async () => {
    const { network, kard } = await newNetwork()
    const body = `\n ${kard.body('SETTLED', { transactionId: `t-${network.cardId}` })}\n`
    const before = woken
    const response = await sendKard(app, body)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await storedEvents(network.cardId)).toMatchObject([
      {
        body,
        provider: 'kard',
        event: 'SETTLED',
        status: 'received',
        transactionId: `kard:t-${network.cardId}`,
        amountCents: 4_250,
      },
    ])
    expect(woken).toBe(before + 1)
  })

  test('signed with the key that is going out -> accepted', async () => {
    const { kard } = await newNetwork()
    const body = kard.body('APPROVED')
    const headers = { 'notify-signature': signKard('kard_the_old_one', body) }
    expect((await sendKard(app, body, headers)).statusCode).toBe(200)
  })

  test('100 copies at once, and one later -> answered 200, stored once, earned once', async () => {
    const { network, kard } = await newNetwork()
    const body = kard.body('SETTLED')
    const responses = await Promise.all(Array.from({ length: 100 }, () => sendKard(app, body)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(200))
    await network.processAll()
    // The content is the same in other bytes.
    expect((await sendKard(app, JSON.stringify(JSON.parse(body), null, 2))).statusCode).toBe(200)
    await network.processAll()
    expect(await storedEvents(network.cardId)).toHaveLength(1)
    expect(await network.balance()).toBe(127)
  })

  test('id: used before, content: other -> 400, noted, the first one counts', async () => {
    const { network, kard } = await newNetwork()
    const body = kard.body('SETTLED')
    await sendKard(app, body)
    const response = await sendKard(app, body.replace('4250', '9999'))
    expect([response.statusCode, response.json().code]).toEqual([400, 'idempotency_conflict'])
    await network.processAll()
    expect(await storedEvents(network.cardId)).toMatchObject([
      { status: 'processed' },
      { status: 'refused', reasonCode: 'idempotency_conflict' },
    ])
    expect(await network.balance()).toBe(127)
  })
})

describe('an event of Kard is refused with 401 and stored nowhere', () => {
  test.each([
    ['signed with another key', (body: string) => ({ 'notify-signature': signKard('kard_wrong', body) })],
    ['signed with the key of Fidel', (body: string) => signedWith(testSecrets.fidelWebhook, body)],
    ['altered after it was signed', (body: string) => signedWith(testSecrets.kardWebhook, `${body} `)],
    ['with a signature that is none', () => ({ 'notify-signature': 'none' })],
    ['without the header', () => ({})],
  ])('%s', async (_, headersOf) => {
    const { network, kard } = await newNetwork()
    const before = woken
    const body = kard.body('SETTLED')
    const response = await sendKard(app, body, headersOf(body))
    expect([response.statusCode, response.json().code]).toEqual([401, 'signature_invalid'])
    expect(await storedEvents(network.cardId)).toEqual([])
    expect(woken).toBe(before)
  })

  test('where no secret is set', async () => {
    const without = await createTestApp({ webhookSecrets: {} })
    const { network, kard } = await newNetwork()
    const body = kard.body('SETTLED')
    expect((await sendKard(without, body, signedWith('', body))).statusCode).toBe(401)
    expect(await storedEvents(network.cardId)).toEqual([])
  })

  const signedWith = (secret: string, body: string) => ({ 'notify-signature': signKard(secret, body) })
})

describe('a signed event of Kard that is invalid: stored as refused and answered 400', () => {
  // Other files of this worker share the database, and an event of the same bytes is stored once.
  beforeEach(async () => {
    const refused = db.selectFrom('cardEvents').select('id').where('status', '=', 'refused')
    await db.deleteFrom('cardEventKeys').where('eventId', 'in', refused).execute()
    await db.deleteFrom('cardEvents').where('status', '=', 'refused').execute()
  })

  test.each([
    ['JSON cut short', '{"data":', 'invalid_json', undefined],
    ['no body', '', 'invalid_json', undefined],
    ['a list', '[]', 'validation_failed', 'body'],
    ['an empty object', '{}', 'validation_failed', 'data'],
    ['no event id', '{"data":{"type":"transaction"}}', 'validation_failed', 'data.id'],
    ['another kind of notification', '{"data":{"id":"e","type":"audit"}}', 'validation_failed', 'data.type'],
    ['an unknown status', { status: 'PENDING' }, 'validation_failed', 'data.attributes.status'],
    ['dollars', { amount: 42.5 }, 'validation_failed', 'data.attributes.amount'],
    ['a negative amount', { amount: -4_250 }, 'validation_failed', 'data.attributes.amount'],
    ['an amount in text', { amount: '4250' }, 'validation_failed', 'data.attributes.amount'],
    ['too much money', { amount: 1_000_000_001 }, 'validation_failed', 'data.attributes.amount'],
    ['no transaction', { transactionId: '' }, 'validation_failed', 'data.attributes.transactionId'],
    ['a NUL', { accountId: 'a\u0000b' }, 'validation_failed', 'data.attributes.accountId'],
    ['a currency that is none', { currency: 'US$' }, 'validation_failed', 'data.attributes.currency'],
    ['no date', { settledDate: null }, 'validation_failed', 'data.attributes.settledDate'],
    [
      'a date without an offset',
      { settledDate: '2026-03-10T08:00:00' },
      'validation_failed',
      'data.attributes.settledDate',
    ],
    [
      'a day that does not exist',
      { settledDate: '2026-02-30T08:00:00Z' },
      'validation_failed',
      'data.attributes.settledDate',
    ],
    ['a credit', { direction: 'CREDIT' }, 'validation_failed', 'data.attributes.direction'],
  ])('%s', async (_, given, code, field) => {
    const { network, kard } = await newNetwork()
    const body = typeof given === 'string' ? given : kard.body('SETTLED', given)
    const before = await countRefused()
    const response = await sendKard(app, body)
    expect([response.statusCode, response.json().code]).toEqual([400, code])
    if (field) expect(response.json().fieldErrors[0].field).toBe(field)
    expect((await sendKard(app, body)).statusCode).toBe(400)
    expect(await countRefused()).toBe(before + 1)
    await network.processAll()
    expect(await network.activity()).toEqual([])
  })

  const countRefused = async () =>
    (
      await db
        .selectFrom('cardEvents')
        .select('id')
        .where('status', '=', 'refused')
        .where('provider', '=', 'kard')
        .execute()
    ).length
})
