import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, tokenHeader } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { liabilityOf } from '../reports/liability.service.ts'
import { clearing, onTuesday, partsOf, refund } from './components-for-test.ts'

const app = await createTestApp()

describe('bonus', () => {
  const thirty = {
    code: 'THIRTY',
    description: '{reward} extra',
    reward: fixed(500),
    minimumSpendCents: 3_000,
  }

  test('registered after the dine: the next one earns it (edge case 15)', async () => {
    const network = await withBonuses([thirty])
    await network.deliver(clearing)
    expect((await enroll(network, 'THIRTY')).json().bonus).toMatchObject({
      bonusStatus: 'Enrolled',
      description: '500 points extra',
      progress: { dines: 0, dinesRequired: 1 },
    })
    await network.deliver(clearing, { amount: 29.99, ...onTuesday })
    expect(await network.balance()).toBe(127 + 89)
    await network.deliver(clearing, onTuesday)
    expect(await network.balance()).toBe(127 + 89 + 127 + 500)
    expect((await enroll(network, 'THIRTY')).json().bonus).toMatchObject({ bonusStatus: 'Qualified' })
    await network.deliver(clearing, { datetime: '2026-03-10T20:30:00' })
    expect(await network.balance()).toBe(843 + 127)
  })

  test('threshold met by a dine that is refunded later: taken back, and met again by the next (edge case 15)', async () => {
    const network = await withBonuses([{ code: 'TWO', description: 'x', reward: fixed(300), dines: 2 }])
    await enroll(network, 'TWO')
    const id = randomUUID()
    await network.deliver(clearing, { id, datetime: '2026-03-10T15:00:00' })
    await network.deliver(clearing, { datetime: '2026-03-10T18:00:00' })
    expect(await network.balance()).toBe(2 * 127 + 300)
    await network.deliver(refund, { amount: -42.5, originalTransactionId: id })
    expect(await network.balance()).toBe(127)
    expect(await partsOf(network)).toEqual([
      ['S', 'base', 127],
      ['B', 'bonus', 300],
      ['J', 'bonus', -300],
    ])
    await network.deliver(clearing, { datetime: '2026-03-10T21:00:00' })
    expect(await network.balance()).toBe(2 * 127 + 300)
  })

  test('paid by the partner: a part of its own, that the partner owes, and a refund takes it back', async () => {
    const network = await withBonuses([
      { code: 'GIFT', description: 'x', reward: fixed(300), paidBy: 'partner', needsRegistration: false },
    ])
    const [id, owed] = [randomUUID(), () => partnerRewards(network)]
    await network.deliver(clearing, { id })
    expect(await partsOf(network)).toEqual([
      ['S', 'base', 127],
      ['+', 'corporate', 300],
    ])
    expect([await network.balance(), await owed()]).toEqual([427, -300])
    await network.deliver(refund, { amount: -42.5, originalTransactionId: id })
    expect([await network.balance(), await owed()]).toEqual([0, 0])
  })

  test('app only: registered from the native app or the installed one, not from a browser', async () => {
    const network = await withBonuses([{ ...thirty, appOnly: true }])
    const client = await signedInClient(app, network.partner, network.memberId)
    const register = async (headers: Record<string, string>) =>
      client.send('POST', '/api/Member/Bonus/THIRTY', undefined, {
        ...(await tokenHeader(client)),
        ...headers,
      })
    expect((await register({})).json()).toMatchObject({ code: 'bonus_not_open' })
    expect((await register({ 'user-agent': 'Mozilla/5.0 gonative/4.2' })).statusCode).toBe(200)
    const other = await withBonuses([{ ...thirty, appOnly: true }])
    const installed = await signedInClient(app, other.partner, other.memberId)
    const headers = { ...(await tokenHeader(installed)), 'x-display-mode': 'standalone' }
    const answer = await installed.send('POST', '/api/Member/Bonus/THIRTY', undefined, headers)
    expect(answer.statusCode).toBe(200)
  })

  test('restaurants new to the member, in any order of reports', async () => {
    const network = await withBonuses([
      { code: 'NEW2', description: 'x', reward: fixed(300), dines: 2, newRestaurants: true },
    ])
    await network.deliver(clearing)
    await enroll(network, 'NEW2')
    const [first, second] = await Promise.all([another(network), another(network)])
    await network.deliver(clearing, onTuesday)
    await network.deliver(clearing, { ...first, datetime: '2026-03-10T21:00:00' })
    await network.deliver(clearing, { ...first, datetime: '2026-03-10T21:30:00' })
    expect(await network.balance()).toBe(4 * 127)
    await network.deliver(clearing, { ...second, datetime: '2026-03-10T20:00:00' })
    expect(await network.balance()).toBe(5 * 127 + 300)
  })

  test('without registration: from the day of joining', async () => {
    const network = await withBonuses([
      { code: 'AUTO', description: 'x', reward: fixed(40), needsRegistration: false },
    ])
    await network.deliver(clearing)
    expect(await network.balance()).toBe(167)
    const client = await signedInClient(app, network.partner, network.memberId)
    expect((await client.get('/api/Member')).json().activeBonuses).toMatchObject([
      { code: 'AUTO', bonusStatus: 'Qualified' },
    ])
  })

  test.each([
    ['that does not exist', 'NOPE', 404, 'There is no bonus NOPE.'],
    ['of another partner', 'ELSEWHERE', 404, 'There is no bonus ELSEWHERE.'],
    ['that is over', 'OVER', 409, 'This bonus ended on March 9, 2026.'],
    ['that has not begun', 'LATER', 409, 'This bonus begins on March 11, 2026.'],
    ['for new members only', 'FORNEW', 409, 'This bonus is for new members only.'],
    ['that needs no registration', 'AUTO', 409, 'This bonus needs no registration.'],
  ])('registering for one %s: refused with the reason, nothing stored', async (_, code, status, reason) => {
    app.newPartner({ settings: { bonuses: [{ code: 'ELSEWHERE', description: 'x', reward: fixed(1) }] } })
    const network = await withBonuses(
      [
        { code: 'OVER', description: 'x', reward: fixed(1), to: '2026-03-09' },
        { code: 'LATER', description: 'x', reward: fixed(1), from: '2026-03-11' },
        { code: 'FORNEW', description: 'x', reward: fixed(1), forNewMembers: true },
        { code: 'AUTO', description: 'x', reward: fixed(1), needsRegistration: false },
      ],
      { joinedAt: new Date('2025-01-01T00:00:00Z') },
    )
    const answer = await enroll(network, code)
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      expect.objectContaining({
        code: status === 404 ? 'not_found' : 'bonus_not_open',
        message: reason,
      }),
    ])
    const enrollments = app.database.db.selectFrom('memberBonuses').select('code')
    expect(await enrollments.where('memberId', '=', network.memberId).execute()).toEqual([])
  })
})

function fixed(units: number) {
  return { kind: 'fixed', units } as const
}

function withBonuses(bonuses: readonly object[], member: object = {}): Promise<CardNetwork> {
  const newMemberBonus = { windowHours: 2_160, enrollmentSources: [] }
  return newCardNetwork(app, { settings: { bonuses, newMemberBonus }, member })
}

async function enroll(network: CardNetwork, code: string) {
  const client = await signedInClient(app, network.partner, network.memberId)
  return client.send('POST', `/api/Member/Bonus/${code}`)
}

async function another(network: CardNetwork): Promise<object> {
  const { id, mid } = await newMerchant(app, network.partner)
  return {
    location: { id: 'place', timezone: 'America/New_York', metadata: { id } },
    identifiers: { MID: mid },
  }
}

async function partnerRewards({ partner }: CardNetwork): Promise<number> {
  const { accounts } = await liabilityOf({ db: app.database.db, clock: app.clock }, partner, null)
  return accounts.partner_rewards
}
