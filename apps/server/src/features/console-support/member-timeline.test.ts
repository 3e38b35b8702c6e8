import type { TimelineEntry } from '@dineward/core/console-support/timeline.contract.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newOpenClaim, newReward } from '../../testing/access/console-support-scene.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()

/** A member of whom there is one entry of most kinds. */
async function newLife() {
  const network = await newCardNetwork(app)
  const { partner, memberId } = network
  const scene = { test: app, partner, memberId }
  await network.deliver('transaction.clearing', { id: `dine-${memberId}` })
  app.clock.advance(1_000)
  await newReward(scene)
  await newOpenClaim(scene)
  app.clock.advance(1_000)
  await signedInClient(app, partner, memberId)
  const client = await consoleClient(app, 'support', partner.slug)
  app.clock.advance(1_000)
  await client.send('POST', `/api/Console/Members/${memberId}/SignOut`, { reason: 'The member called.' })
  await signedInClient(app, partner, memberId)
  const list = async (query = '', of = client) => {
    const answer = await of.get(`/api/Console/Members/${memberId}/Timeline${query}`)
    return { status: answer.statusCode, ...answer.json() }
  }
  return { partner, memberId, client, list }
}

test('timeline -> every kind, the newest first, with the words for each', async () => {
  const { memberId, list } = await newLife()
  const { items, after, kinds } = await list()
  expect(after).toBeNull()
  expect(kinds).toContain('change')
  const times = items.map(({ at }: TimelineEntry) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  const found = new Set(items.map(({ kind }: TimelineEntry) => kind))
  expect([...found].toSorted()).toEqual(['adjustment', 'change', 'claim', 'dine', 'reward', 'sign_in'])
  const of = (kind: string) => items.find((entry: TimelineEntry) => entry.kind === kind)
  expect(of('dine')).toMatchObject({
    id: `dine-${memberId}`,
    state: 'Awarded',
    units: 127,
    amountCents: 4_250,
    detail: 'This visit is final and counted.',
  })
  expect(of('change')).toMatchObject({
    title: 'Sessions ended',
    detail: expect.stringContaining('The member called.'),
  })
})

test('page by page, and by kind -> nothing twice, nothing missing', async () => {
  const { list } = await newLife()
  const all = (await list()).items.map(({ kind, id }: TimelineEntry) => `${kind} ${id}`)
  const paged: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { items: TimelineEntry[]; after: string | null } = await list(
      `?limit=1${after && `&after=${encodeURIComponent(after)}`}`,
    )
    paged.push(...page.items.map(({ kind, id }) => `${kind} ${id}`))
    after = page.after
  }
  expect(paged).toEqual(all)
  const { items } = await list('?kinds=claim,dine')
  expect(items.map(({ kind }: TimelineEntry) => kind)).toEqual(['claim', 'dine'])
})

test('a kind that there is not, or a place that is none -> 400; of another program -> 404', async () => {
  const { list } = await newLife()
  for (const query of ['?kinds=card', '?kinds=', '?after=x', '?after=2026-99-99T00:00:00Z~dine~x'])
    expect([query, (await list(query)).status]).toEqual([query, 400])
  const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
  expect((await list('', elsewhere)).status).toBe(404)
})

test('a role that sees members only -> neither claims nor changes; asked for -> 403', async () => {
  const network = await newCardNetwork(app, { settings: { staffRoles: { desk: ['members.read'] } } })
  const { partner } = network
  await newOpenClaim({ test: app, partner, memberId: network.memberId })
  const client = await consoleClient(app, 'desk', partner.slug)
  const path = `/api/Console/Members/${network.memberId}/Timeline`
  const { items, kinds } = (await client.get(path)).json()
  expect(items.map(({ kind }: TimelineEntry) => kind)).not.toContain('claim')
  expect(kinds).not.toContain('change')
  for (const kind of ['claim', 'change'])
    expect((await client.get(`${path}?kinds=${kind}`)).statusCode).toBe(403)
})
