import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedEnvironment } from '../apps/server/src/testing/processes/child-process.ts'
import { type ApiUser, apiUser, signIn } from './support/api.ts'
import { newCharge, sendEvent, startEvent } from './support/card-network.ts'
import { expect, test } from './support/journey.ts'
import { embeddedDatabase, type Product, startProduct } from './support/product.ts'

interface Cards {
  items: { id: string }[]
}
interface Search {
  merchants: { id: string }[]
}
interface Merchant {
  benefitAvailability: { weekdays: string[] }
  details: { highlight: string | null }
  maximumSpendPerMonthCents: number | null
  maximumVisitsPerMonth: number | null
}
interface Activity {
  data: {
    sourceTransactionId: string
    awardStatus: string
    reason: { code: string } | null
    ticketAmount: number
    components: { kind: string; amount: number }[]
  }[]
  totalPages: number
}

let product: Product
test.beforeAll(async () => {
  product = await startProduct(embeddedDatabase)
})
test.afterAll(() => product.stop())

test('second process on the same data folder: start -> refused, and the first continues', async () => {
  const { status, stderr } = spawnSync(process.execPath, ['apps/server/src/main.ts'], {
    env: closedEnvironment({ ...embeddedDatabase, DATA_DIR: product.dataDir, PORT: '0' }),
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/The data folder .* is in use by another process \(process \d+\)/)
  expect(stderr).not.toMatch(/ at .*\.ts:\d+/)
  expect((await fetch(`http://localhost:${product.port}/readyz`)).status).toBe(200)
})

test.describe('server', () => {
  test('killed three times while events arrive -> loses and repeats nothing', async () => {
    // Three starts of the server.
    test.slow()
    const user = apiUser(product.address('skyward'))
    await signIn(user, 'member@skyward.example')
    const cards = await user.get<Cards>('/api/Member/Cards')
    const merchantIds = await unlimitedMerchants(user)
    const cardId = cards.body.items[0]!.id

    const acknowledged: string[] = []
    let sent = 0
    let running = true
    const sender = async () => {
      while (running) {
        const charge = newCharge(cardId, merchantIds[sent++ % merchantIds.length]!, 42.5)
        // Like the network, resend unacknowledged events, and sometimes others.
        for (let copies = sent % 5 === 0 ? 2 : 1; copies > 0 && running; ) {
          const status = await sendEvent(product, 'transaction.clearing', charge).catch(() => 0)
          if (status === 200) copies -= 1
          else await sleep(100)
        }
        if (running) acknowledged.push(charge.id)
        await sleep(20)
      }
    }
    const senders = [sender(), sender(), sender()]
    const acknowledge15 = () => {
      const before = acknowledged.length
      return expect.poll(() => acknowledged.length).toBeGreaterThan(before + 15)
    }
    for (let round = 0; round < 3; round++) {
      await acknowledge15()
      await sleep(250 + ((round * 237) % 400))
      await product.kill()
      await product.restart()
    }
    await acknowledge15()
    running = false
    await Promise.all(senders)

    const awarded = await activityOf(user, acknowledged)
    expect(awarded.size, 'every acknowledged event is one dine').toBe(acknowledged.length)
    const member = await user.get<{ tierLevel: number }>('/api/Member')
    // Eleven dines of a year make a VIP.
    expect(member.body.tierLevel).toBe(3)
    for (const dine of awarded.values()) {
      expect(dine).toMatchObject({ ticketAmount: 42.5 })
      if (waitsForReview(dine)) continue
      expect(dine).toMatchObject({ awardStatus: 'Awarded' })
      expect(dine.components[0]).toMatchObject({ kind: 'base', amount: 127 })
    }
    const offers = [...awarded.values()].filter(({ components }) => components.length > 1)
    expect(offers.length, 'an offer is used once').toBeLessThanOrEqual(1)

    await product.command('ledger', 'check')
  })

  // This is last: the server is not started again.
  test('SIGTERM with requests accepted -> finishes them and exits 0', async () => {
    const events = Array.from({ length: 20 }, () => startEvent(product))
    await Promise.all(events.map(({ accepted }) => accepted))
    const terminated = product.terminate()
    await expect
      .poll(() =>
        fetch(`http://localhost:${product.port}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    const statuses = await Promise.all(events.map(({ finish }) => finish()))
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await terminated).code).toBe(0)
  })
})

/** Restaurants that earn daily and whose limits this test cannot reach. */
async function unlimitedMerchants(user: ApiUser): Promise<string[]> {
  const near = '/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857&pageSize=40'
  const { body } = await user.get<Search>(near)
  const ids: string[] = []
  for (const { id } of body.merchants) {
    const { body: merchant } = await user.get<Merchant>(`/api/v2/Merchants/${id}`)
    const { benefitAvailability, maximumSpendPerMonthCents, maximumVisitsPerMonth, details } = merchant
    const limited = maximumSpendPerMonthCents !== null || maximumVisitsPerMonth !== null
    if (!limited && benefitAvailability.weekdays.length === 7 && details.highlight !== 'comingSoon')
      ids.push(id)
  }
  expect(ids.length).toBeGreaterThan(5)
  return ids
}

/** The member's dines of these transactions, once the inbox is empty. */
async function activityOf(
  user: ApiUser,
  ids: readonly string[],
): Promise<Map<string, Activity['data'][number]>> {
  const wanted = new Set(ids)
  for (let left = 60; ; left--) {
    const all = await allActivity(user)
    const dines = all.filter(dine => wanted.has(dine.sourceTransactionId))
    const found = new Map(dines.map(dine => [dine.sourceTransactionId, dine]))
    const settled =
      found.size === wanted.size &&
      dines.every(dine => dine.awardStatus === 'Awarded' || waitsForReview(dine))
    if (settled && dines.length === found.size) return found
    if (left === 0)
      throw new Error(
        `${wanted.size} dines were acknowledged, ${found.size} are there, in ${dines.length} rows: ${[...new Set(dines.map(dine => dine.awardStatus))]}.`,
      )
    await sleep(250)
  }
}

/** A person looks at so many dines of a day at one restaurant. */
const waitsForReview = ({ awardStatus, reason }: Activity['data'][number]): boolean =>
  awardStatus === 'Pending' && reason?.code === 'under_review'

async function allActivity(user: ApiUser): Promise<Activity['data']> {
  const rows: Activity['data'] = []
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
    const { body } = await user.get<Activity>(`/api/Member/Transactions?pageNo=${pageNo}&resultsPerPage=100`)
    pages = body.totalPages
    rows.push(...body.data)
  }
  return rows
}
