import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import {
  type BookOptions,
  book,
  joinProgramOf,
  newBookableMerchant,
} from '../../../testing/restaurant-book.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../../testing/test-client.ts'
import { deleteOldRows } from '../../jobs/retention.service.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const seven = '20260312T2300Z'
const minute = 60_000

const guest = async (partner: Partner) => signedInClient(app, partner, (await newMember(app, partner)).id)

async function aTable(options: BookOptions = {}) {
  const partner = app.newPartner()
  const merchant = await newBookableMerchant(app, partner, { seats: [2], ...options })
  const wish = { merchantId: merchant.id, slotId: seven, partySize: 2 }
  return { partner, merchant, wish, client: await guest(partner) }
}

const hold = (client: TestClient, wish: object) => client.send('POST', '/api/Member/Reservations/Holds', wish)

async function slotsOf(client: TestClient, merchantId: string): Promise<string[]> {
  const query = 'date=2026-03-12&time=19:00&partySize=2'
  const { slots } = (await client.get(`/api/v2/Merchants/${merchantId}/Availability?${query}`)).json()
  return slots.map(({ slotId }: { slotId: string }) => slotId)
}

describe('holding a table', () => {
  test('keeps it from others for five minutes, at other partners too', async () => {
    const { client, wish, partner } = await aTable()
    const elsewhere = app.newPartner()
    await joinProgramOf(app, elsewhere, wish.merchantId)
    const response = await hold(client, wish)
    expect(response.json().hold).toMatchObject({ expiresAt: '2026-03-10T18:05:00.000Z' })
    for (const other of [await guest(partner), await guest(elsewhere)]) {
      expect(await slotsOf(other, wish.merchantId)).not.toContain(seven)
      expect((await hold(other, wish)).json().code).toBe('slot_unavailable')
      expect((await book(other, wish)).json().code).toBe('slot_unavailable')
    }
  })

  test('shows as free to who holds it', async () => {
    const { client, wish, partner } = await aTable()
    await hold(client, wish)
    expect(await slotsOf(client, wish.merchantId)).toContain(seven)
    expect(await slotsOf(newClient(app, partner), wish.merchantId)).not.toContain(seven)
  })

  test('ends by itself: then anyone may have it', async () => {
    const { client, wish, partner } = await aTable()
    const other = await guest(partner)
    const { id } = (await hold(client, wish)).json().hold
    app.clock.advance(5 * minute)
    expect(await slotsOf(other, wish.merchantId)).toContain(seven)
    expect((await book(client, { ...wish, holdId: id })).json().code).toBe('lease_expired')
    expect((await book(other, wish)).statusCode).toBe(200)
    expect((await book(client, wish)).json().code).toBe('slot_unavailable')
  })

  test('a new one frees the one before, at another restaurant too', async () => {
    const { client, wish, partner } = await aTable()
    const elsewhere = await newBookableMerchant(app, partner, { seats: [2] })
    const first = (await hold(client, wish)).json().hold
    expect((await hold(client, { ...wish, merchantId: elsewhere.id })).statusCode).toBe(200)
    expect((await book(client, { ...wish, holdId: first.id })).json().code).toBe('lease_expired')
    expect((await book(await guest(partner), wish)).statusCode).toBe(200)
  })

  test('one that is refused leaves the one before', async () => {
    const { client, wish, partner } = await aTable()
    const elsewhere = await newBookableMerchant(app, partner, { seats: [2] })
    await book(await guest(partner), { ...wish, merchantId: elsewhere.id })
    const { id } = (await hold(client, wish)).json().hold
    expect((await hold(client, { ...wish, merchantId: elsewhere.id })).json().code).toBe('slot_unavailable')
    expect((await book(client, { ...wish, holdId: id })).statusCode).toBe(200)
  })

  test.each([
    ['a time that is none', { slotId: 'x' }, 'slot_unavailable'],
    ['a time when it is closed', { slotId: '20260312T1500Z' }, 'slot_unavailable'],
    ['more than any table seats', { partySize: 3 }, 'validation_failed'],
    ['no guests', { partySize: 0 }, 'validation_failed'],
    ['nowhere', { merchantId: '__proto__' }, 'merchant_not_found'],
  ])('%s is refused', async (_case, changes, code) => {
    const { client, wish } = await aTable()
    expect((await hold(client, { ...wish, ...changes })).json().code).toBe(code)
  })

  test('anonymous: 401; no anti-forgery token: 403; closed account: 403', async () => {
    const { client, wish, partner } = await aTable()
    expect((await hold(newClient(app, partner), wish)).statusCode).toBe(401)
    const path = '/api/Member/Reservations/Holds'
    expect((await client.send('POST', path, wish, {})).json().code).toBe('csrf_invalid')
    const closed = await newMember(app, partner, {
      memberType: 'ClosedAccountMember',
      closedAt: app.clock.now(),
    })
    expect((await hold(await signedInClient(app, partner, closed.id), wish)).json().code).toBe('forbidden')
  })
})

describe('booking what is held', () => {
  test('books that table and ends the hold', async () => {
    const { client, wish } = await aTable()
    const { id } = (await hold(client, wish)).json().hold
    expect((await book(client, { ...wish, holdId: id })).statusCode).toBe(200)
    const left = await app.database.db.selectFrom('tableHolds').selectAll().where('id', '=', id).execute()
    expect(left).toEqual([])
  })

  test('works though the restaurant’s notice has begun meanwhile', async () => {
    const { wish, partner } = await aTable({ terms: { leadMinutes: 60 } })
    app.clock.set('2026-03-12T21:58:00Z')
    const again = await guest(partner)
    const { id } = (await hold(again, wish)).json().hold
    app.clock.set('2026-03-12T22:02:00Z')
    expect((await book(again, { ...wish, holdId: id })).statusCode).toBe(200)
  })

  test.each([
    ['another time', { slotId: '20260313T2300Z' }],
    ['another party', { partySize: 1 }],
  ])('%s than was held: the lease is for something else', async (_case, changes) => {
    const { client, wish } = await aTable()
    const { id } = (await hold(client, wish)).json().hold
    expect((await book(client, { ...wish, ...changes, holdId: id })).json().code).toBe('lease_expired')
  })

  test("another member's hold is worth nothing", async () => {
    const { client, wish, partner } = await aTable()
    const { id } = (await hold(client, wish)).json().hold
    expect((await book(await guest(partner), { ...wish, holdId: id })).json().code).toBe('lease_expired')
  })

  test('booking without the hold id -> the own hold does not block it', async () => {
    const { client, wish } = await aTable()
    await hold(client, wish)
    expect((await book(client, wish)).statusCode).toBe(200)
  })
})

test('holds that have run out are swept away, others stay', async () => {
  const { client, wish, partner } = await aTable({ seats: [2, 2] })
  const { id: old } = (await hold(client, wish)).json().hold
  app.clock.advance(3 * minute)
  const { id: fresh } = (await hold(await guest(partner), wish)).json().hold
  app.clock.advance(3 * minute)
  await deleteOldRows({ db: app.database.db, clock: app.clock })
  const left = await app.database.db
    .selectFrom('tableHolds')
    .select('id')
    .where('id', 'in', [old, fresh])
    .execute()
  expect(left).toEqual([{ id: fresh }])
})
