import { randomUUID } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { kardOf } from '../card-events/kard-for-test.ts'
import { problemsWithPlanted } from '../ledger/ledger-for-test.ts'
import { listMails } from '../mail/mail.service.ts'
import { changeEmailOptIn } from '../members/members.service.ts'
import { endVipYears } from '../members/vip.service.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'
const refund = 'transaction.refund'
const settings = {
  hasVIP: true,
  vipQualification: { dinesRequired: 3, dollarsRequired: 0 },
  rewards: { earnRates: { '3': { numerator: 10, denominator: 100 } } },
}
const atNoon = (date: string) => ({ datetime: `${date}T12:00:00` })
const goTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime())

beforeEach(() => goTo('2026-03-10T18:00:00Z'))

describe('VIP by dines of a calendar year (edge case 13)', () => {
  test('the dine that reaches it earns at the tier before, the next as a VIP, in any order of reports', async () => {
    const network = await newCardNetwork(app, { settings })
    await network.deliver(clearing, atNoon('2026-03-07'))
    await network.deliver(clearing, atNoon('2026-03-09'))
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2, diningProgress: { status: 'Building' } })
    await network.deliver(clearing, atNoon('2026-03-08'))
    expect(await network.balance()).toBe(3 * 127)
    expect(await mailsTo(network)).toEqual(['You are a Skyward Dining VIP'])
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3, diningProgress: { status: 'Complete' } })
    await network.deliver(clearing, atNoon('2026-03-10'))
    expect(await network.balance()).toBe(3 * 127 + 425)
    await network.deliver(clearing, atNoon('2026-03-06'))
    expect(await network.balance()).toBe(3 * 127 + 2 * 425)
    expect(await mailsTo(network)).toHaveLength(1)
  })

  test('by spend, whichever comes first', async () => {
    const byDollars = { ...settings, vipQualification: { dinesRequired: 3, dollarsRequired: 80 } }
    const network = await newCardNetwork(app, { settings: byDollars })
    await network.deliver(clearing, atNoon('2026-03-07'))
    const [before, after] = [
      { status: 'Building', remainingDines: 2, remainingDollars: 37.5 },
      { status: 'Complete', remainingDines: 1, remainingDollars: 0 },
    ]
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2, diningProgress: before })
    await network.deliver(clearing, atNoon('2026-03-08'))
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3, diningProgress: after })
  })

  test('limits that nobody reaches -> dines earn', async () => {
    const never = { dinesRequired: Number.MAX_SAFE_INTEGER, dollarsRequired: Number.MAX_SAFE_INTEGER }
    const network = await newCardNetwork(app, { settings: { ...settings, vipQualification: never } })
    await network.deliver(clearing, atNoon('2026-03-07'))
    expect(await network.balance()).toBe(127)
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test('a report that changes which dine reaches it, and no reward -> nothing is posted', async () => {
    const byDollars = { ...settings, vipQualification: { dinesRequired: 3, dollarsRequired: 80 } }
    const network = await newCardNetwork(app, { settings: byDollars })
    const id = randomUUID()
    await network.deliver('transaction.auth', { id, amount: 40, ...atNoon('2026-03-06') })
    await network.deliver(clearing, { id, ...atNoon('2026-03-08') })
    await network.deliver(clearing, atNoon('2026-03-07'))
    const newer = { amount: 41, updated: '2026-03-10T12:00:00.000Z' }
    await network.deliver('transaction.auth', { id, ...newer, datetime: '2026-03-08T11:00:00' })
    const entries = app.database.db.selectFrom('ledgerEntries').select('units')
    expect(await entries.where('memberId', '=', network.memberId).execute()).toEqual([
      { units: 127 },
      { units: 127 },
    ])
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
  })

  test('a refund that is dated an hour ahead takes it back as well', async () => {
    const id = randomUUID()
    const network = await vip(id)
    const ahead = { datetime: '2026-03-10T15:00:00' }
    await network.deliver(refund, { amount: -42.5, originalTransactionId: id, ...ahead })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test('a month of reports in any order -> the same dines, tiers and balance (edge case 23)', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'] as const
    const reports = ids.map((id, day) => [clearing, { id, ...atNoon(`2026-03-0${day + 1}`) }] as const)
    const returned = { originalTransactionId: 'b', amount: -42.5, datetime: '2026-03-04T09:00:00' }
    const all = [...reports, [refund, { id: 'r', ...returned }] as const]
    for (const order of [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [3, 5, 0, 4, 2, 1],
    ]) {
      const network = await newCardNetwork(app, { settings })
      const unique = (id: string) => `${network.partner.slug}-${id}`
      for (const index of order) {
        const [event, { id, ...fields }] = all[index]!
        const original = 'originalTransactionId' in fields ? { originalTransactionId: unique('b') } : {}
        await network.send(event, { ...fields, id: unique(id), ...original })
      }
      await network.processAll()
      const dines = (await network.activity()) as { benefitAmount: number }[]
      // A VIP from c until the refund on the 4th, and again from d.
      expect(dines.map(({ benefitAmount }) => benefitAmount)).toEqual([425, 127, 127, 0, 127])
      expect(await network.balance()).toBe(3 * 127 + 425)
      expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    }
  })

  test('dines of two years do not add up', async () => {
    const network = await newCardNetwork(app, { settings })
    await network.deliver(clearing, { datetime: '2025-12-31T23:50:00' })
    await network.deliver(clearing, atNoon('2026-03-07'))
    await network.deliver(clearing, atNoon('2026-03-08'))
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test('lasts through the end of the next year in the time zone of the program, however late the job runs', async () => {
    const network = await vip()
    goTo('2028-01-01T04:59:59Z')
    await endVipYears({ db, clock: app.clock, partners: app.partners })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    goTo('2028-01-02T09:00:00Z')
    await endVipYears({ db, clock: app.clock, partners: app.partners })
    await endVipYears({ db, clock: app.clock, partners: app.partners })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
    const before = await network.balance()
    await network.deliver(clearing, { datetime: '2027-12-31T23:50:00' })
    await network.deliver(clearing, { datetime: '2028-01-01T00:10:00' })
    expect(await network.balance()).toBe(before + 425 + 127)
  })

  test('the dine that reached it turns out to be part of one that earns nothing -> taken back', async () => {
    const network = await newCardNetwork(app, { settings, terms: { maxVisitsPerMonth: 2 } })
    const authCode = '4711'
    for (const date of ['2026-02-26', '2026-02-27', '2026-02-28'])
      await network.deliver(clearing, {
        ...atNoon(date),
        amount: 20,
        authCode: date === '2026-02-28' ? authCode : null,
      })
    await network.deliver(clearing, { ...atNoon('2026-03-01'), authCode })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    await network.deliver('transaction.auth', { ...atNoon('2026-03-01'), authCode })
    expect(await network.balance()).toBe(2 * 60)
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test('a refund of the dine that reached it takes it back, until the year is over', async () => {
    const ids = [randomUUID(), randomUUID()] as const
    const [network, later] = [await vip(ids[0]), await vip(ids[1])]
    await network.deliver(refund, { amount: -42.5, originalTransactionId: ids[0] })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
    await network.deliver(clearing, atNoon('2026-03-10'))
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    goTo('2027-01-02T12:00:00Z')
    await later.deliver(refund, { amount: -42.5, originalTransactionId: ids[1] })
    expect(await tierOf(later)).toMatchObject({ tierLevel: 3 })
  })
})

describe('refunds around New Year', () => {
  const byTwo = { ...settings, vipQualification: { dinesRequired: 2, dollarsRequired: 0 } }
  const summer = { amount: 100, ...atNoon('2026-06-01') }
  const inBetween = { amount: 100, ...atNoon('2026-08-15') }
  const refundOf = (id: string, date: string) =>
    [refund, { amount: -42.5, originalTransactionId: id, ...atNoon(date) }] as const

  test.each(['in time', 'late as well'])(
    'a VIP undone in time, another dine %s, a late report of December -> it stays undone',
    async report => {
      goTo('2026-08-20T18:00:00Z')
      const [network, id] = [await newCardNetwork(app, { settings: byTwo }), randomUUID()]
      await network.deliver(clearing, summer)
      await network.deliver(clearing, { id, ...atNoon('2026-07-01') })
      await network.deliver(...refundOf(id, '2026-08-01'))
      if (report === 'in time') await network.deliver(clearing, inBetween)
      goTo('2027-01-03T12:00:00Z')
      if (report !== 'in time') await network.deliver(clearing, inBetween)
      await network.deliver(clearing, { amount: 20, ...atNoon('2026-12-20') })
      expect(await network.balance()).toBe(300 + 300 + 200)
      expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    },
  )

  test('planted: a VIP through the gap that a refund made -> the ledger check finds it', async () => {
    goTo('2026-08-20T18:00:00Z')
    const [network, id] = [await newCardNetwork(app, { settings: byTwo }), randomUUID()]
    await network.deliver(clearing, summer)
    await network.deliver(clearing, { id, ...atNoon('2026-07-01') })
    await network.deliver(...refundOf(id, '2026-08-01'))
    await network.deliver(clearing, inBetween)
    const [partnerId, memberId] = [network.partner.slug, network.memberId]
    const problems = await problemsWithPlanted(db, partnerId, async trx => {
      const grants = trx.deleteFrom('memberTiers').where('partnerId', '=', partnerId)
      await grants.where('vipYear', '=', 2026).where('revokedAt', 'is', null).execute()
      const first = trx.updateTable('memberTiers').where('partnerId', '=', partnerId)
      await first.where('vipYear', '=', 2026).set({ revokedAt: null }).execute()
    })
    expect(problems).toEqual([
      `a VIP is not by the dines and refunds of the year: ${partnerId} member ${memberId} VIP of 2026`,
    ])
  })

  test('a refund received in December and processed in January -> takes it back', async () => {
    const id = randomUUID()
    const network = await vip(id)
    goTo('2026-12-31T12:00:00Z')
    await network.send(...refundOf(id, '2026-12-30'))
    goTo('2027-01-03T12:00:00Z')
    await network.processAll()
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test('received in December, and again in January, which is processed first -> takes it back', async () => {
    const id = randomUUID()
    const network = await vip(id)
    goTo('2026-12-31T12:00:00Z')
    const [event, fields] = refundOf(id, '2026-12-30')
    await network.send(clearing, { id: `${id}-r`, ...fields })
    const later = await db
      .updateTable('cardEvents')
      .set({ retryAt: new Date('2027-01-04T00:00:00Z') })
      .where('transactionId', '=', `${id}-r`)
      .executeTakeFirstOrThrow()
    expect(later.numUpdatedRows).toBe(1n)
    goTo('2027-01-03T12:00:00Z')
    await network.deliver(event, { id: `${id}-r`, ...fields })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test('received in December from a network whose charge comes last -> takes it back', async () => {
    const id = randomUUID()
    const network = await vip(id)
    const [kard, transactionId] = [kardOf(app, network), randomUUID()]
    goTo('2026-12-31T12:00:00Z')
    const refundedAt = { transactionDate: '2026-12-30T17:00:00Z' }
    await kard.deliver('RETURNED', { originalTransactionId: transactionId, ...refundedAt })
    goTo('2027-01-03T12:00:00Z')
    await network.deliver(...refundOf(id, '2026-12-30'))
    expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    await kard.deliver('SETTLED', { transactionId, authorizationDate: '2026-03-09T16:00:00Z' })
    expect(await tierOf(network)).toMatchObject({ tierLevel: 2 })
  })

  test.each([
    ['in full', -42.5],
    ['to less than a unit', -42.4],
  ])('a refund %s reported in January, before or after a late dine -> takes nothing', async (_, amount) => {
    for (const isFirst of [true, false]) {
      goTo('2026-03-10T18:00:00Z')
      const id = randomUUID()
      const network = await vip(id)
      const before = await network.balance()
      goTo('2027-01-03T12:00:00Z')
      const reports = [
        [refund, { originalTransactionId: id, ...atNoon('2026-03-09'), amount }],
        [clearing, { amount: 20, ...atNoon('2026-12-20') }],
      ] as const
      for (const [event, fields] of isFirst ? reports : reports.toReversed())
        await network.deliver(event, fields)
      expect(await network.balance()).toBe(before - 127 + 200)
      expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
    }
  })
})

test('opt-out between dine and clearing: the dine earns at the tier of its time (edge case 13)', async () => {
  const network = await newCardNetwork(app, { settings })
  const ctx = { db, partner: network.partner, clock: app.clock }
  await changeEmailOptIn(ctx, network.memberId, true)
  app.clock.advance(days(1))
  await changeEmailOptIn(ctx, network.memberId, false)
  await network.deliver(clearing, atNoon('2026-03-11'))
  expect(await network.balance()).toBe(127)
  await network.deliver(clearing, { datetime: '2026-03-11T15:00:00' })
  expect(await network.balance()).toBe(127 + 21)
})

test('clearing reported before its authorization, opt-out in between: the tier of the dine (edge cases 2 and 13)', async () => {
  const [network, id] = [await newCardNetwork(app, { settings }), randomUUID()]
  const ctx = { db, partner: network.partner, clock: app.clock }
  await changeEmailOptIn(ctx, network.memberId, true)
  app.clock.advance(days(1))
  await changeEmailOptIn(ctx, network.memberId, false)
  await network.deliver(clearing, { id, datetime: '2026-03-11T15:00:00' })
  expect(await network.balance()).toBe(21)
  await network.deliver('transaction.auth', { id, ...atNoon('2026-03-11') })
  expect(await network.balance()).toBe(127)
})

test('opt-out of a VIP, which turns out to have ended before: the next dine is that of a member who opted out (edge case 13)', async () => {
  const id = randomUUID()
  const network = await vip(id)
  const ctx = { db, partner: network.partner, clock: app.clock }
  await changeEmailOptIn(ctx, network.memberId, true)
  await changeEmailOptIn(ctx, network.memberId, false)
  goTo('2026-03-12T18:00:00Z')
  await network.deliver(clearing, atNoon('2026-03-11'))
  expect(await network.balance()).toBe(3 * 127 + 425)
  const undone = { amount: -42.5, originalTransactionId: id, datetime: '2026-03-09T15:00:00' }
  await network.deliver(refund, undone)
  expect(await network.balance()).toBe(2 * 127 + 21)
})

async function vip(lastId: string = randomUUID()): Promise<CardNetwork> {
  const network = await newCardNetwork(app, { settings })
  await network.deliver(clearing, atNoon('2026-03-07'))
  await network.deliver(clearing, atNoon('2026-03-08'))
  await network.deliver(clearing, { ...atNoon('2026-03-09'), id: lastId })
  expect(await tierOf(network)).toMatchObject({ tierLevel: 3 })
  return network
}

async function mailsTo(network: CardNetwork): Promise<string[]> {
  const mails = await listMails(app.context(network.partner))
  return mails.filter(({ memberId }) => memberId === network.memberId).map(({ subject }) => subject)
}

async function tierOf(network: CardNetwork) {
  const client = await signedInClient(app, network.partner, network.memberId)
  return (await client.get('/api/Member')).json()
}
