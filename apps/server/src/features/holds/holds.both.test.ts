import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { approveAs } from '../approvals/approvals-for-test.ts'
import { cardNetworkOf } from '../card-events/card-network-for-test.ts'
import { processInbox } from '../card-events/inbox.service.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { mailOverdueHolds } from './holds.service.ts'
import {
  answer,
  clearing,
  expectAnswered,
  holdsOf,
  newReviewedNetwork,
  refuse,
  release,
} from './holds-for-test.ts'

const app = await createTestApp()

beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const held = {
  awardStatus: 'Pending',
  reason: {
    code: 'under_review',
    text: 'We are checking this dine. You will have an answer by March 15, 2026.',
  },
}

describe('a bill of $99,999', () => {
  const bill = { amount: 99_999 }
  const newHeldBill = async () => {
    const network = await newReviewedNetwork(app, { billTimes: 5, billFrom: 500 })
    const id = randomUUID()
    await network.deliver(clearing, { ...bill, id })
    const [hold] = await holdsOf(app, network)
    return { network, id, hold: hold! }
  }

  test('is held with its evidence, and the member reads by when there is an answer', async () => {
    const { network, hold } = await newHeldBill()
    expect(hold).toMatchObject({
      state: 'open',
      units: 299_997,
      hits: [{ rule: 'bill', value: 9_999_900, limit: 50_000, usualCents: 8_000 }],
    })
    expect(await network.balance()).toBe(0)
    expect(await network.activity()).toMatchObject([{ ...held, benefitAmount: 299_997 }])
  })

  test('released -> posted once, at its own date, and not held again by the same facts', async () => {
    const { network, id, hold } = await newHeldBill()
    app.clock.set('2026-03-12T18:00:00Z')
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect(await network.balance()).toBe(299_997)
    await network.deliver(clearing, { ...bill, id })
    await network.deliver(clearing, { ...bill, id, amount: 99_000, updated: '2026-03-10T10:00:00.000Z' })
    expect(await network.balance()).toBe(297_000)
    expect((await answer(app, network, hold.dineId, release)).statusCode).toBe(409)
    expect(await network.activity()).toMatchObject([
      {
        awardStatus: 'Awarded',
        reason: null,
        history: [{ status: 'Pending', reason: { code: 'under_review' } }, { status: 'Awarded' }],
      },
    ])
  })

  test('a larger amount than the released one -> is held again', async () => {
    const { network, id, hold } = await newHeldBill()
    await expectAnswered(answer(app, network, hold.dineId, release))
    const larger = { ...bill, id, amount: 100_000, updated: '2026-03-10T10:00:00.000Z' }
    await network.deliver(clearing, larger)
    expect(await network.balance()).toBe(0)
    expect(await holdsOf(app, network)).toMatchObject([{ state: 'open', decidedAt: null, reason: null }])
  })

  test('refused -> forfeits with the reason that the member reads; a release undoes it', async () => {
    const { network, hold } = await newHeldBill()
    await expectAnswered(answer(app, network, hold.dineId, refuse))
    expect(await network.activity()).toMatchObject([
      {
        awardStatus: 'Forfeit',
        benefitAmount: 0,
        reason: {
          text: `We checked this dine, and it earns no reward. ${refuse.reason}`,
        },
      },
    ])
    expect((await answer(app, network, hold.dineId, refuse)).statusCode).toBe(409)
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect(await network.balance()).toBe(299_997)
  })

  test('answered twice at once -> one of them', async () => {
    const { network, hold } = await newHeldBill()
    const answers = await Promise.all([
      answer(app, network, hold.dineId, refuse),
      answer(app, network, hold.dineId, refuse),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await network.processAll()
  })

  test('refunded in full -> the case is closed, and an answer is too late', async () => {
    const { network, id, hold } = await newHeldBill()
    await network.deliver('transaction.refund', {
      id: randomUUID(),
      originalTransactionId: id,
      amount: 99_999,
    })
    expect(await holdsOf(app, network)).toMatchObject([{ state: 'closed' }])
    expect((await answer(app, network, hold.dineId, release)).statusCode).toBe(409)
    expect(await network.activity()).toMatchObject([{ reason: { code: 'refunded_in_full' } }])
  })

  test('its member leaves meanwhile -> what was earned before is still released', async () => {
    const { network, hold } = await newHeldBill()
    await app.database.db
      .updateTable('members')
      .set({ closedAt: app.clock.now() })
      .where('id', '=', network.memberId)
      .execute()
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect(await network.balance()).toBe(299_997)
  })
})

test('30 dines of $999 in an afternoon -> those above the limit wait, each released one counts once', async () => {
  const network = await newReviewedNetwork(app, { dinesPerDay: 5 })
  const at = (minute: number) => `2026-03-09T14:${String(minute).padStart(2, '0')}:00`
  const dines = Array.from({ length: 30 }, (_, n) => ({ id: randomUUID(), amount: 999, datetime: at(n) }))
  await network.deliverAll(clearing, dines.toReversed())
  expect(await network.balance()).toBe(5 * 2_997)
  const holds = await holdsOf(app, network)
  expect(holds.map(({ state, hits }) => [state, hits[0]?.value])).toEqual(
    Array.from({ length: 25 }, (_, n) => ['open', n + 6]),
  )
  await network.deliverAll(clearing, dines)
  for (const { dineId } of holds.slice(0, 2)) await expectAnswered(answer(app, network, dineId, release))
  await processInbox({ db: app.database.preparedDb, clock: app.clock, partners: app.partners })
  expect(await network.balance()).toBe(7 * 2_997)
})

test('a card linked and used within a minute by three members in one browser -> held, with the others', async () => {
  const passwordHash = await hashPassword(password)
  const linkedAt = new Date('2026-03-09T23:29:20Z')
  const first = await newReviewedNetwork(
    app,
    { newCardMinutes: 2, newCardMembers: 3 },
    { member: { passwordHash }, card: { linkedAt } },
  )
  const { partner, merchant } = first
  const seats = [first]
  for (let more = 0; more < 2; more++) {
    const member = await newMember(app, partner, { passwordHash })
    const card = await newLinkedCard(app, member, { linkedAt })
    seats.push(cardNetworkOf(app, partner, { memberId: member.id, cardId: card.id, merchant }))
  }
  const browser = newClient(app, partner)
  for (const { memberId } of seats) {
    const { email: userName } = await memberOf(memberId)
    expect((await browser.send('POST', '/api/SignIn', { userName, password })).statusCode).toBe(200)
  }
  for (const seat of seats) await seat.deliver(clearing)
  const holds = await holdsOf(app, first)
  const third = holds.find(({ memberId }) => memberId === seats[2]!.memberId)!
  const memberIds = seats.slice(0, 2).map(({ memberId }) => memberId)
  expect(holds).toHaveLength(3)
  expect(third.hits).toEqual([{ rule: 'new_card', value: 40, limit: 120, memberIds: memberIds.toSorted() }])
  await expectAnswered(answer(app, first, third.dineId, release))
  expect([await seats[2]!.balance(), await first.balance()]).toEqual([127, 0])

  const client = await consoleClient(app, 'support', partner.slug)
  const shown = (await client.get(`/api/Console/Holds/${third.dineId}`)).json()
  expect(shown).toMatchObject({
    hold: { state: 'released', reason: release.reason },
    evidence: [{ rule: 'new_card', text: expect.stringContaining('used 40 seconds after it was linked') }],
  })
  expect(shown.evidence[0].members.map(({ id }: { id: string }) => id)).toEqual(memberIds.toSorted())
  expect(shown.dines).toHaveLength(2)
})

const password = 'Dinner-For-2!'
const memberOf = (id: string) =>
  app.database.db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirstOrThrow()

describe('the queue', () => {
  const newQueue = async () => {
    const network = await newReviewedNetwork(app, { dinesPerDay: 1 })
    const at = (hour: number) => ({ datetime: `2026-03-09T1${hour}:00:00` })
    await network.deliverAll(clearing, [at(0), at(1), at(2), at(3)])
    return { network, client: await consoleClient(app, 'support', network.partner.slug) }
  }

  test('page by page, by who has taken it and why; a place that is none -> 400', async () => {
    const { client } = await newQueue()
    const page = (await client.get('/api/Console/Holds?limit=2')).json()
    expect([page.items.length, page.openCount, page.overdueCount]).toEqual([2, 3, 0])
    const rest = (await client.get(`/api/Console/Holds?after=${encodeURIComponent(page.after)}`)).json()
    expect([rest.items.length, rest.after]).toEqual([1, null])
    const [first] = page.items
    const { email } = (await client.get('/api/Console/Session')).json().staff
    const take = { assignee: email, before: null }
    const taken = await client.send('POST', `/api/Console/Holds/${first.id}/Assignee`, take)
    expect(taken.json().hold.assignee.email).toBe(email)
    const again = await client.send('POST', `/api/Console/Holds/${first.id}/Assignee`, take)
    expect([again.statusCode, again.json().code]).toEqual([409, 'changed_meanwhile'])
    const count = async (query: string) =>
      (await client.get(`/api/Console/Holds?${query}`)).json().items?.length
    expect(await count('assignee=me')).toBe(1)
    expect(await count('assignee=none&rule=dines_per_day')).toBe(2)
    expect(await count('rule=bill')).toBe(0)
    for (const after of ['x', '~', '2026-99-99T00~x'])
      expect((await client.get(`/api/Console/Holds?after=${after}`)).statusCode).toBe(400)
  })

  test.each([
    {},
    { release: true },
    { release: true, refuse: true, reason: 'Both' },
    { release: 'yes', reason: 'A text' },
    { refuse: true, reason: ' ' },
  ])('an answer of %j -> 400, and nothing happens', async body => {
    const { network } = await newQueue()
    const [hold] = await holdsOf(app, network)
    expect((await answer(app, network, hold!.dineId, body)).statusCode).toBe(400)
    expect((await holdsOf(app, network))[0]?.state).toBe('open')
  })

  test('not answered in five days -> staff are told once, home shows it, and the reward still waits', async () => {
    const { network } = await newQueue()
    const services = { ...app.context(network.partner), partners: only(network.partner) }
    expect(await mailOverdueHolds(services)).toBe(0)
    app.clock.set('2026-03-16T18:00:00Z')
    expect(await mailOverdueHolds(services)).toBe(3)
    expect(await mailOverdueHolds(services)).toBe(0)
    const client = await consoleClient(app, 'support', network.partner.slug)
    const { items } = (await client.get('/api/Console/Overview')).json()
    expect(items).toContainEqual(expect.objectContaining({ kind: 'overdue_holds', count: 3 }))
    expect((await client.get('/api/Console/Holds?state=overdue')).json().items).toHaveLength(3)
    expect(await network.balance()).toBe(127)
  })

  test('above the limit of one person -> a second one releases it', async () => {
    const network = await newReviewedNetwork(app, { billTimes: 5, billFrom: 500 })
    await network.deliver(clearing, { amount: 99_999 })
    const [hold] = await holdsOf(app, network)
    const client = await consoleClient(app, 'support', network.partner.slug)
    const path = `/api/Console/Holds/${hold!.dineId}/Decision`
    const asked = await client.send('POST', path, release)
    expect([asked.statusCode, await network.balance()]).toEqual([202, 0])
    const approved = await approveAs(await consoleClient(app, 'admin'), asked.json().approvalId)
    expect([approved.statusCode, await network.balance()]).toEqual([200, 299_997])
  })
})

const only = (partner: Partner) => ({ ...app.partners, all: () => [partner] })

test('an ordinary charge -> the rules take one statement more, and none where all are off', async () => {
  const statementsOf = async (velocity: Record<string, unknown>) => {
    const network = await newReviewedNetwork(app, velocity)
    await network.send(clearing)
    let count = 0
    const counting = app.database.db.withPlugin({
      transformQuery: ({ node }) => {
        count++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await processInbox({ db: counting, clock: app.clock, partners: app.partners })
    expect(await network.balance()).toBe(127)
    return count
  }
  expect((await statementsOf({ dinesPerDay: 5, staff: true })) - (await statementsOf({}))).toBe(1)
})

describe('a held dine and a budget with room for one', () => {
  const bill = { amount: 99_999 }
  const spring = {
    code: 'SPRING',
    description: 'Spring',
    needsRegistration: false,
    from: '2026-03-01',
    reward: { kind: 'fixed' as const, units: 250 },
    budgetUnits: 250,
  }
  async function newScene() {
    const rules = { billTimes: 5, billFrom: 500 }
    const network = await newReviewedNetwork(app, rules, { settings: { bonuses: [spring] } })
    const { partner, merchant } = network
    const member = await newMember(app, partner)
    const card = await newLinkedCard(app, member)
    const other = cardNetworkOf(app, partner, { memberId: member.id, cardId: card.id, merchant })
    await network.deliver(clearing, bill)
    const [hold] = await holdsOf(app, network)
    return { network, other, hold: hold! }
  }
  const promisedOf = async ({ slug }: Partner) =>
    (
      await app.database.db
        .selectFrom('rewardBudgets')
        .select('promisedUnits')
        .where('partnerId', '=', slug)
        .executeTakeFirst()
    )?.promisedUnits ?? 0

  test('held -> takes nothing of it, so that another member gets it; released afterwards -> its base alone', async () => {
    const { network, other, hold } = await newScene()
    expect(await promisedOf(network.partner)).toBe(0)
    await other.deliver(clearing)
    expect([await other.balance(), await promisedOf(network.partner)]).toEqual([127 + 250, 250])
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect([await network.balance(), await promisedOf(network.partner)]).toEqual([299_997, 250])
  })

  test('released while there is room -> takes it, and later ones find none', async () => {
    const { network, other, hold } = await newScene()
    await expectAnswered(answer(app, network, hold.dineId, release))
    expect([await network.balance(), await promisedOf(network.partner)]).toEqual([299_997 + 250, 250])
    await other.deliver(clearing)
    expect(await other.balance()).toBe(127)
  })

  test('a larger bill after it was released -> held again, and what it had is free; refused -> it stays free', async () => {
    const { network, other, hold } = await newScene()
    await expectAnswered(answer(app, network, hold.dineId, release))
    const { sourceTransactionId: id } = await app.database.db
      .selectFrom('dines')
      .select('sourceTransactionId')
      .where('id', '=', hold.dineId)
      .executeTakeFirstOrThrow()
    const transactionId = id.replace(/^.*:/, '')
    await network.deliver(clearing, {
      id: transactionId,
      amount: 100_000,
      updated: '2026-03-10T10:00:00.000Z',
    })
    expect([await network.balance(), await promisedOf(network.partner)]).toEqual([0, 0])
    await expectAnswered(answer(app, network, hold.dineId, refuse))
    await other.deliver(clearing)
    expect([await other.balance(), await promisedOf(network.partner)]).toEqual([127 + 250, 250])
  })

  test('erased while it is held -> the case is closed, no one can release it, and the budget is as it was', async () => {
    const { network, hold } = await newScene()
    await eraseMember(app.context(network.partner), network.memberId)
    const [closed] = await holdsOf(app, network)
    expect(closed).toMatchObject({ state: 'closed', hits: [], reason: null })
    const client = await consoleClient(app, 'support', network.partner.slug)
    expect((await client.get('/api/Console/Holds')).json().items).toEqual([])
    const late = await answer(app, network, hold.dineId, release)
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'hold_decided' }])
    await network.processAll()
    expect([await network.balance(), await promisedOf(network.partner)]).toEqual([0, 0])
  })
})
