import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, tokenHeader } from '../../testing/test-client.ts'

/** The number is valid, and in no other test. */
const canary = '4929174850275143'
const grouped = '4929 1748 5027 5143'
const wide = canary.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit)))
const log: string[] = []
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ logLevel: 'trace', logStream: { write: line => log.push(line) } })
})

describe('a card number sent to the product', () => {
  test.each<[string, string, unknown, string?]>([
    ['a field that is known', '/api/SignIn', { userName: canary, password: 'x' }, 'userName'],
    ['a field that is not', '/api/SignIn', { userName: 'a', password: 'b', note: grouped }, 'note'],
    ['the middle of a text', '/api/SignIn', { userName: `my card ${grouped} 12/29` }, 'userName'],
    ['a number', '/api/SignIn', { userName: 'a', password: 'b', card: Number(canary) }, 'card'],
    ['a name of a field', '/api/SignIn', { userName: 'a', password: 'b', [canary]: 1 }],
    ['a field of a name', '/api/SignIn', { [canary]: { card: canary } }],
    ['a deep field', '/api/SignIn', { a: [{ b: [{ c: canary }] }] }, 'a.0.b.0.c'],
    ['a sign-up', '/api/Members/Prospects', prospect({ lastName: canary }), 'lastName'],
    ['an event of a page', '/api/Impressions', [{ event: 'view', path: `/search?q=${grouped}` }], '0.path'],
    [
      'an answer to a survey',
      '/api/Surveys/first-dinners/Answers',
      { answers: { comment: grouped } },
      'answers.comment',
    ],
    ['an e-mail that is left', '/api/Members/Prospects/Email', { email: `${canary}@example.com` }, 'email'],
    ['a sign-in of staff', '/api/Staff/SignIn', { email: canary, password: 'x' }, 'email'],
    ['dots', '/api/SignIn', { userName: grouped.replaceAll(' ', '.'), password: 'x' }, 'userName'],
    ['wide digits', '/api/SignIn', { userName: wide, password: 'x' }, 'userName'],
    ['zero-width spaces', '/api/SignIn', { userName: [...canary].join('\u200b') }, 'userName'],
    ['an encoded path', '/api/Impressions', [{ event: 'view', path: `/x/${encodeURI(grouped)}` }], '0.path'],
  ])('as %s is refused, and the field named', async (_case, url, body, field) => {
    const response = await newClient(app, app.newPartner()).send('POST', url, body)
    expect(response.statusCode).toBe(400)
    const message = 'Card numbers are only accepted in the secure card form.'
    expect(response.json()).toEqual({
      code: 'card_number_refused',
      message,
      requestId: expect.any(String),
      fieldErrors: field && [{ field, message }],
    })
  })

  test('as an idempotency key is refused; a UUID or a timestamp with digits that would pass is not', async () => {
    const client = newClient(app, app.newPartner())
    const codeFor = async (key: string) => {
      const headers = { ...(await tokenHeader(client)), 'idempotency-key': key }
      return (await client.send('POST', '/api/Member/Reservations', {}, headers)).json().code
    }
    expect(await codeFor(canary)).toBe('card_number_refused')
    expect(await codeFor(grouped.replaceAll(' ', '-'))).toBe('card_number_refused')
    expect(await codeFor('aaaaaaaa-aaaa-4111-1111-111111111111')).toBe('unauthorized')
    for (const key of ['1764000000000', 'k1-1764000000008', 'k-4-1764000000002', '1764000000000004'])
      expect(await codeFor(key)).toBe('unauthorized')
  })

  test('in a broken body or an address is in no answer', async () => {
    const partner = app.newPartner()
    const client = newClient(app, partner)
    const token = await tokenHeader(client)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const broken = await app.app.inject({
      method: 'POST',
      url: '/api/SignIn',
      headers: {
        host: `${partner.slug}.localhost`,
        cookie,
        'content-type': 'application/json',
        ...token,
      },
      payload: `{"userName":"${canary}"`,
    })
    expect(broken.statusCode).toBe(400)
    expect(broken.body).not.toContain(canary)
    const encoded = [...canary].map(digit => `%3${digit}`).join('')
    await client.get(`/api/${encoded}`)
    await client.get(`/api/${encodeURIComponent(wide)}`)
    await client.get('/api/CSRF', { host: `${canary}.example` })
    for (const url of [`/api/${canary}`, `/api/CSRF?card=${canary}`, `/${grouped.replaceAll(' ', '-')}`])
      expect((await client.get(url)).body).not.toContain(canary)
  })

  test('never came near the log, which did hear of the calls', () => {
    const text = log.join('')
    expect(text).toContain('"path":"/api/SignIn"')
    expect(text).toContain('"path":"(not found)"')
    expect(text).toContain('"host":"(withheld)"')
    expect(text.replaceAll(/[ -]/g, '')).not.toContain(canary)
    expect(text).not.toContain(canary.replace(/\d/g, digit => `%3${digit}`))
    expect(text).not.toContain(encodeURIComponent(wide))
  })
})

test('after a card is linked no table holds its number', async () => {
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  const client = await signedInClient(app, partner, member.id)
  const response = await client.send('POST', '/api/Member/Cards', {
    creditCards: [frameCard(partner, canary)],
    directFileFeedOptIn: true,
  })
  expect(response.json().cardRegistration[0].memberCard.lastFour).toBe('5143')
  const dump = await everyRow()
  expect(dump).toContain('"last_four":"5143"')
  expect(dump).not.toContain(canary)
  expect(dump).not.toContain(canary.slice(0, 12))
  expect(log.join('')).not.toContain(canary)
})

/** @returns all rows of all tables, as text. */
async function everyRow(): Promise<string> {
  const { db } = app.database
  const { rows: tables } = await sql<{ tableName: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  expect(tables.length).toBeGreaterThan(10)
  const dumps = []
  for (const { tableName } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_json(t)::text as row from ${sql.table(tableName)} t`.execute(db)
    dumps.push(...rows.map(({ row }) => row))
  }
  return dumps.join('\n')
}
