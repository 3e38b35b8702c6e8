import { randomUUID } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
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

  test('made a VIP twice in a year, in between in another time zone -> the ledger check counts dines once', async () => {
    goTo('2026-08-20T18:00:00Z')
    const [network, id] = [await newCardNetwork(app, { settings: byTwo }), randomUUID()]
    await network.deliver(clearing, summer)
    await network.deliver(clearing, { id, ...atNoon('2026-07-01') })
    await network.deliver(...refundOf(id, '2026-08-01'))
    await network.deliver(clearing, inBetween)
    const problems = await problemsWithPlanted(db, network.partner.slug, async trx => {
      const grants = trx.updateTable('memberTiers').where('partnerId', '=', network.partner.slug)
      const { numUpdatedRows } = await grants
        .where('vipYear', '=', 2026)
        .where('revokedAt', 'is', null)
        .set({ validTo: new Date('2028-01-01T08:00:00Z') })
        .executeTakeFirstOrThrow()
      expect(numUpdatedRows).toBe(1n)
    })
    expect(problems).toEqual([])
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
})

test('opt-out between dine and clearing: the dine earns at the tier of its time (edge case 13)', async () => {
  const network = await newCardNetwork(app, { settings })
  const ctx = { db, partner: network.partner, clock: app.clock }
  await inTransaction(db, trx => changeEmailOptIn({ ...ctx, db: trx }, network.memberId, true))
  app.clock.advance(days(1))
  await inTransaction(db, trx => changeEmailOptIn({ ...ctx, db: trx }, network.memberId, false))
  await network.deliver(clearing, atNoon('2026-03-11'))
  expect(await network.balance()).toBe(127)
  await network.deliver(clearing, { datetime: '2026-03-11T15:00:00' })
  expect(await network.balance()).toBe(127 + 21)
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
