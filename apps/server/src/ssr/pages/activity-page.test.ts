import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import {
  type CardNetwork,
  type Fields,
  newCardNetwork,
} from '../../features/card-events/card-network-for-test.ts'
import { newSettlement } from '../../features/settlement/partner-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const app = await createTestApp({
  web: await loadWebBuild(`${root}apps/web/dist`),
  fontDir: `${root}apps/server/dist/fonts`,
})
const path = '/account/recent_activity'
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

async function pageOf(network: Pick<CardNetwork, 'partner' | 'memberId'>, address = path): Promise<string> {
  const client = await signedInClient(app, network.partner, network.memberId)
  // React separates texts by comments.
  return mainOf((await client.get(address)).body).replace(/<!-- -->/g, '')
}

const clearing = 'transaction.clearing'
const dined = (fields: Fields = {}) => ({ datetime: '2026-03-01T19:30:00', amount: 50.15, ...fields })

async function networkWith(options: Parameters<typeof newCardNetwork>[1], dines: readonly Fields[]) {
  const network = await newCardNetwork(app, options)
  await network.deliverAll(clearing, dines.map(dined))
  return network
}

test('account §2 Restaurant link: a description leads to the restaurant while it takes part', async () => {
  const active = await networkWith({}, [{}])
  expect(await pageOf(active)).toContain(`href="/merchants/${active.merchant.id}"`)
  const left = await networkWith({ terms: { leftOn: '2026-03-05' } }, [{}])
  expect(await pageOf(left)).not.toContain(`href="/merchants/${left.merchant.id}"`)
})

test('account §2 Review button: it opens the external form in a new tab', async () => {
  const externalUrl = 'https://reviews.example/{transactionId}'
  const network = await networkWith({ settings: { reviews: { form: 'external', externalUrl } } }, [
    { id: `review-${randomUUID()}` },
  ])
  expect(await pageOf(network)).toMatch(/<a href="https:\/\/reviews\.example\/review-[^"]+" target="_blank"/)
})

test('account §2 Recent activity: the banner of missing rewards, the list, pages and the disclaimer are there; the panel is not', async () => {
  const network = await networkWith(
    {},
    Array.from({ length: 11 }, () => ({})),
  )
  const page = await pageOf(network)
  for (const text of ['Missing a dinner?', 'href="/account/claim"', 'March 2026', 'pageNo=2', 'US dollars'])
    expect(page).toContain(text)
  expect(page).not.toContain('id="rewards-panel"')
  // Account §9 shows ten a page.
  expect(page.match(/<details/g)).toHaveLength(10)
})

test('account §2 Rewards panel, account §9 Payout: the panel of a partner with credits tells what is missing to $20', async () => {
  const network = await networkWith({ like: 'harbor' }, [{}])
  expect(await pageOf(network)).toMatch(
    /id="rewards-panel"[\s\S]*\$1\.50[\s\S]*<progress[^>]*max="2000"[\s\S]*\$18\.50/,
  )
})

test('account §4 Dine history: a dine tells what happened to it', async () => {
  const [network, id] = [await newSettlement(app), randomUUID()]
  app.clock.set('2026-03-02T00:31:00Z')
  await network.deliver('transaction.auth', { ...dined(), id, amount: 42.5 })
  app.clock.set('2026-03-03T18:00:00Z')
  await network.deliver(clearing, { ...dined(), id })
  await network.send()
  await network.answer()
  app.clock.set('2026-03-10T18:00:00Z')
  await network.receive()
  expect(await pageOf(network)).toMatch(
    /Paid Mar 10[\s\S]*Seen[\s\S]*Mar 1, \$42\.50[\s\S]*Mar 3, \$50\.15 with tip[\s\S]*150 points[\s\S]*Paid[\s\S]*Mar 10/,
  )
})

test('account §9 Deferred rewards: a dine whose reward is on its way says that it takes up to two weeks', async () => {
  const network = await newSettlement(app)
  await network.deliver(clearing)
  await network.send()
  expect(await pageOf(network)).toMatch(/On its way[\s\S]*reaches your account within two weeks/)
})

test('account §2 Empty activity, account §8 Empty activity: no dines yet -> title, tagline and a button that leads to search', async () => {
  const page = await pageOf(await newCardNetwork(app))
  expect(page).toMatch(/No dinners logged yet[\s\S]*Pay with a linked card[\s\S]*href="\/search"/)
})

test.each([
  [
    'merchantName=zzz',
    /No visits match your filters[\s\S]*href="\/account\/recent_activity"[^>]*>Clear filters/,
  ],
  [
    'pageNo=1000000',
    /There is no such page[\s\S]*The last page is 1\.[\s\S]*href="\/account\/recent_activity"/,
  ],
  [
    'from=2026-03-02&to=2026-03-01',
    /Check the marked filters[\s\S]*value="2026-03-02"[\s\S]*This day is before the first one/,
  ],
  ['status=Lost', /Check the marked filters[\s\S]*Choose a status from the list/],
])('bad input: %s -> says so, and how to go on', async (query, expected) => {
  expect(await pageOf(await networkWith({}, [{}]), `${path}?${query}`)).toMatch(expected)
})

test('filters without script: a form that leads to an address; the file and the pages keep them', async () => {
  const network = await networkWith(
    {},
    Array.from({ length: 11 }, () => ({})),
  )
  const page = await pageOf(network, `${path}?from=2026-03-01&to=&status=Awarded&cardId=&merchantName=lumen`)
  expect(page).toMatch(/<form[^>]*action="\/account\/recent_activity" method="get"/)
  expect(page).toContain('value="lumen"')
  expect(page).toContain(
    'href="/api/Member/Transactions.csv?from=2026-03-01&amp;merchantName=lumen&amp;status=Awarded"',
  )
  expect(page).toContain('?from=2026-03-01&amp;merchantName=lumen&amp;status=Awarded&amp;pageNo=2"')
})

test('account §9 Missing rewards: contact about a reward is offered from ten days after the purchase on', async () => {
  const network = await networkWith({}, [{}])
  await network.deliver('transaction.refund', { ...dined(), amount: -10 })
  expect(await pageOf(network)).not.toContain('Amount wrong?')
  app.clock.set('2026-03-11T18:00:00Z')
  expect(await pageOf(network)).toContain(`href="/account/claim?merchant=${network.merchant.id}"`)
})
