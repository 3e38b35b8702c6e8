import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { parseCardToken, signedCardToken } from '@dineward/core/cards/card-token.rules.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestFrame, testKeys } from './testing/test-frame.ts'

const number = '4242424242424242'
const card = { partner: 'skyward', number, expMonth: '08', expYear: '29' }
let frame: Awaited<ReturnType<typeof createTestFrame>>

beforeAll(async () => {
  frame = await createTestFrame()
})

describe('token', () => {
  test.each([
    ['Visa', '4242 4242 4242 4242', 'Visa', '4242'],
    ['Visa of 13 digits', '4222-2222-2222-2', 'Visa', '2222'],
    ['Mastercard', '5555555555554444', 'Mastercard', '4444'],
    ['Mastercard of the second range', '2223003122003222', 'Mastercard', '3222'],
    ['American Express', '3782 822463 10005', 'Amex', '0005'],
    ['Discover', '6011111111111117', 'Discover', '1117'],
  ])('%s -> issued', async (_case, given, cardType, lastFour) => {
    const response = await frame.tokens({ ...card, number: given })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ cardId: expect.any(String), cardType, lastFour })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('signed with the key that the product shares, for the partner, for ten minutes', async () => {
    const token = parseCardToken((await frame.tokens(card)).json().cardId)!
    expect(token).toMatchObject({
      cardType: 'Visa',
      lastFour: '4242',
      expiresAt: new Date('2026-03-10T18:10:00Z'),
      cardExpiry: '202908',
    })
    const signature = createHmac('sha256', testKeys.token)
      .update(signedCardToken('skyward', token.signedText))
      .digest('base64url')
    expect(token.signature).toBe(signature)
  })

  test('same number in another format -> same fingerprint; another number or partner -> another one', async () => {
    const fingerprintOf = async (changes: object) =>
      parseCardToken((await frame.tokens({ ...card, ...changes })).json().cardId)!.fingerprint
    const first = await fingerprintOf({})
    expect(await fingerprintOf({ number: '4242 4242-4242 4242', expMonth: 12, expYear: 2030 })).toBe(first)
    expect(await fingerprintOf({ number: '4111111111111111' })).not.toBe(first)
    expect(await fingerprintOf({ partner: 'harbor' })).not.toBe(first)
  })

  test('same card again -> another token', async () => {
    const tokens = [await frame.tokens(card), await frame.tokens(card)].map(answer => answer.json().cardId)
    expect(tokens[0]).not.toBe(tokens[1])
  })

  test('fingerprint -> depends on a key of the frame', async () => {
    const response = await frame.tokens(card)
    const { fingerprint } = parseCardToken(response.json().cardId)!
    expect(response.body).not.toContain(number)
    const ofNumber = createHmac('sha256', testKeys.fingerprint).update(number).digest('base64url')
    expect(fingerprint).toBe(createHash('sha256').update(`skyward:${ofNumber}`).digest('base64url'))
    const elsewhere = await createTestFrame({ keys: { ...testKeys, fingerprint: 'another key' } })
    const other = parseCardToken((await elsewhere.tokens(card)).json().cardId)!
    expect(other.fingerprint).not.toBe(fingerprint)
  })

  test.each([
    ['texts of two digits', '03', '26'],
    ['one digit', '3', '26'],
    ['numbers', 3, 26],
    ['a year of four digits', 12, 2029],
  ])('expiry %s -> issued to the end of the month', async (_case, expMonth, expYear) => {
    expect((await frame.tokens({ ...card, expMonth, expYear })).statusCode).toBe(200)
  })
})

test('in production: numbers that are published for tests alone', async () => {
  const { tokens } = await createTestFrame({ production: true, origin: 'http://localhost:3001' })
  for (const test of ['4242 4242 4242 4242', '378282246310005', '4444000000004008'])
    expect([test, (await tokens({ ...card, number: test })).statusCode]).toEqual([test, 200])
  const refused = await tokens({ ...card, number: '4929174850275143' })
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'card_number_invalid'])
  expect(refused.json().message).toContain('test numbers only')
  expect((await frame.tokens({ ...card, number: '4929174850275143' })).statusCode).toBe(200)
})

describe('no token', () => {
  test.each<[string, unknown, string]>([
    ['a wrong checksum', { ...card, number: '4242424242424241' }, 'card_number_invalid'],
    ['too few digits', { ...card, number: '4242' }, 'card_number_invalid'],
    ['letters', { ...card, number: '4242x4242x4242x4242' }, 'card_number_invalid'],
    ['an endless number', { ...card, number: '4'.repeat(1_000) }, 'card_number_invalid'],
    ['a number that is not text', { ...card, number: 4242424242424242 }, 'card_number_invalid'],
    ['no partner', { ...card, partner: undefined }, 'validation_failed'],
    ['a partner that is none', { ...card, partner: '../x' }, 'validation_failed'],
    ['no number', { partner: 'skyward', expMonth: '08', expYear: '29' }, 'card_number_invalid'],
    ['an array', [], 'validation_failed'],
    ['null', null, 'validation_failed'],
    ['a brand we do not know', { ...card, number: '30569309025904' }, 'card_brand_not_accepted'],
    ['last month', { ...card, expMonth: '02', expYear: '26' }, 'card_expired'],
    ['last year', { ...card, expYear: 2025 }, 'card_expired'],
    ['month 13', { ...card, expMonth: 13 }, 'card_expired'],
    ['no expiry', { partner: 'skyward', number }, 'card_expired'],
    ['an expiry of objects', { partner: 'skyward', number, expMonth: {}, expYear: [] }, 'card_expired'],
  ])('%s', async (_case, body, code) => {
    const response = await frame.tokens(body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      code,
      message: expect.stringMatching(/\.$/),
      requestId: expect.any(String),
    })
  })

  test.each<[string, string, string, number, string]>([
    ['broken JSON', 'application/json', `{"number":"${number}"`, 400, 'invalid_json'],
    ['nothing', 'application/json', '', 400, 'invalid_json'],
    ['text', 'text/plain', JSON.stringify(card), 415, 'unsupported_media_type'],
    ['a form', 'application/x-www-form-urlencoded', `number=${number}`, 415, 'unsupported_media_type'],
    ['too much', 'application/json', JSON.stringify({ number: 'x'.repeat(5_000) }), 413, 'body_too_large'],
    ['__proto__', 'application/json', `{"__proto__":{"number":"${number}"}}`, 400, 'invalid_json'],
    ['depth', 'application/json', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, 400, 'validation_failed'],
  ])('body of %s -> refused without an echo', async (_case, type, body, status, code) => {
    const response = await frame.tokens(body, { 'content-type': type })
    expect(response.statusCode).toBe(status)
    // Its own id may have these digits.
    const { requestId: _id, ...said } = response.json()
    expect(said.code).toBe(code)
    expect(JSON.stringify(said)).not.toContain('4242')
  })

  test.each([
    ['the page that holds the frame', { origin: 'http://skyward.localhost:3000' }],
    ['another site', { origin: 'https://evil.example' }],
    ['a look-alike', { origin: 'http://localhost:3001.evil.example' }],
    ['an origin that hides', { origin: 'null' }],
    ['a host of its own choice', { origin: 'http://evil.example', host: 'evil.example' }],
    ['what the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['what the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_case, headers) => {
    const response = await frame.tokens(card, headers)
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('forbidden')
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('preflight of another origin -> refused', async () => {
    const response = await frame.app.inject({
      method: 'OPTIONS',
      url: '/tokens',
      headers: { origin: 'http://skyward.localhost:3000', 'access-control-request-method': 'POST' },
    })
    expect(response.statusCode).toBe(404)
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('more than 600 cards a minute from one address -> rate limited', async () => {
    const limited = await createTestFrame()
    for (let call = 0; call < 600; call++) await limited.tokens({})
    const refused = await limited.tokens(card)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('rate_limited')
  })

  test('behind a proxy -> limited by the address that the proxy adds', async () => {
    const behind = await createTestFrame({ trustProxy: true })
    const from = (addresses: string) => behind.tokens({}, { 'x-forwarded-for': addresses })
    for (let call = 0; call < 600; call++) await from(`10.0.${call >> 8}.${call & 255}, 203.0.113.9`)
    expect((await from('203.0.113.9')).statusCode).toBe(429)
    expect((await from('203.0.113.10')).statusCode).toBe(400)
  })
})

test.each([
  ['its own page', { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-origin' }],
  ['its own page by number', { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3001' }],
  ['a program without a browser', {}],
])('%s -> may request a token', async (_case, headers) => {
  expect((await frame.tokens(card, headers)).statusCode).toBe(200)
})

test('log: path and status, nothing of the card', async () => {
  const quiet = await createTestFrame()
  await quiet.tokens(card)
  await quiet.tokens({ ...card, number: '4242424242424241' })
  await quiet.tokens(`{"number":"${number}"`)
  await quiet.get(`/card?number=${number}`)
  await quiet.get(`/${number}`)
  expect(quiet.logged).toMatchObject([
    { method: 'POST', path: '/tokens', status: 200 },
    { path: '/tokens', status: 400 },
    { path: '/tokens', status: 400 },
    { path: '/card', status: 400 },
    { path: '(none)', status: 404 },
  ])
  expect(JSON.stringify(quiet.logged)).not.toMatch(/4242/)
})

test('body that never ends -> the connection is closed', async () => {
  const slow = await createTestFrame({ requestTimeoutMs: 300 })
  await slow.app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const socket = connect((slow.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.resume()
    socket.write('POST /tokens HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n')
    socket.write('content-length: 100\r\n\r\n{"number":')
    await once(socket, 'close', { signal: AbortSignal.timeout(5_000) })
  } finally {
    await slow.app.close()
  }
})
