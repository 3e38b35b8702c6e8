import type { CalendarItem } from '@dineward/core/console-programs/calendar.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newStoredOffer, offerForTest } from '../../testing/offers-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const app = await createTestApp()
const dayMs = 86_400_000
const inDays = (count: number) => new Date(app.clock.now().getTime() + count * dayMs).toISOString()

async function publish(
  client: TestClient,
  partner: Partner,
  entry: string,
  fields: object,
  schedule: object,
) {
  const path = `/api/Console/Programs/${partner.slug}/Content/${entry}`
  const { version } = (await client.get(path)).json().entry
  const saved = (await client.send('POST', `${path}/Draft`, { fields, version })).json().entry
  const body = { version: saved.version, reason: 'Spring campaign', ...schedule }
  const published = await client.send('POST', `${path}/Publish`, body)
  expect(published.statusCode, published.body).toBe(200)
}

async function calendar(client: TestClient, from = inDays(0).slice(0, 10), to = inDays(30).slice(0, 10)) {
  const response = await client.get(`/api/Console/Calendar?from=${from}&to=${to}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().items as CalendarItem[]
}

test('entries with times, and those in the same place at the same time -> marked', async () => {
  const partner = app.newPartner()
  const client = await consoleClient(app, 'content', partner.slug)
  const page = { title: 'Spring', url: '/spring' }
  const [from, until] = [inDays(2), inDays(9)]
  await publish(client, partner, 'pages/spring', page, { from, until })
  await publish(client, partner, 'pages/easter', { ...page, title: 'Easter' }, { from: inDays(8) })
  await publish(client, partner, 'earn_banner/may', { text: 'May' }, { from: inDays(3) })
  await publish(client, partner, 'earn_banner/always', { text: 'Always' }, {})
  const items = await calendar(client)
  expect(items.map(({ id, name, conflicts }) => [id, name, conflicts])).toEqual([
    ['earn_banner/may', 'May', []],
    ['pages/easter', 'Easter', ['pages/spring']],
    ['pages/spring', 'Spring', ['pages/easter']],
  ])
  expect(items[2]).toMatchObject({ program: partner.slug, type: 'entry', version: 1, from, until })
  expect(await calendar(client, inDays(60).slice(0, 10), inDays(80).slice(0, 10))).toEqual([
    expect.objectContaining({ id: 'earn_banner/may' }),
    expect.objectContaining({ id: 'pages/easter' }),
  ])
})

test('bonuses and offers -> with their days', async () => {
  const bonus = {
    code: 'SPRING3',
    description: 'Three dines',
    reward: { kind: 'fixed', units: 500 },
  } as const
  const [from, to] = [inDays(1).slice(0, 10), inDays(5).slice(0, 10)]
  const partner = app.newPartner({
    settings: {
      bonuses: [
        { ...bonus, from, to },
        { ...bonus, code: 'ALWAYS' },
      ],
    },
  })
  const id = await newStoredOffer(app, partner)
  const client = await consoleClient(app, 'content', partner.slug)
  const items = await calendar(client, offerForTest.startsOn, offerForTest.startsOn)
  expect(items).toContainEqual(
    expect.objectContaining({ type: 'offer', id, name: offerForTest.name, until: offerForTest.endsOn }),
  )
  const bonuses = (await calendar(client, from, to)).filter(({ type }) => type === 'bonus')
  expect(bonuses).toEqual([expect.objectContaining({ id: 'SPRING3', from, until: to })])
})

test('another program’s -> not there; too many days, or no date -> 400', async () => {
  const [partner, other] = [app.newPartner(), app.newPartner()]
  const client = await consoleClient(app, 'content', partner.slug)
  await publish(client, partner, 'earn_banner/may', { text: 'May' }, { from: inDays(3) })
  expect(await calendar(await consoleClient(app, 'content', other.slug))).toEqual([])
  for (const query of [
    'from=2026-03-01&to=2026-06-01',
    'from=2026-03-10&to=2026-03-01',
    'from=March&to=April',
  ])
    expect((await client.get(`/api/Console/Calendar?${query}`)).statusCode, query).toBe(400)
})
