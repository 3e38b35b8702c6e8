import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { book, joinProgramOf, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient, tokenHeader } from '../../testing/test-client.ts'

/*
 * Many members ask at once for few tables. On the embedded database calls queue for its one connection; on a server
 * they meet.
 */

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const seven = '20260312T2300Z'

async function guests(partner: Partner, count: number): Promise<TestClient[]> {
  const clients: TestClient[] = []
  for (let i = 0; i < count; i++) {
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    // Before they all run: a browser asks for its token once.
    await tokenHeader(client)
    clients.push(client)
  }
  return clients
}

const outcomes = async (calls: Promise<{ json(): { code?: string } }>[]) =>
  (await Promise.all(calls)).map(response => response.json().code ?? 'given').toSorted()

const times = (count: number, what: string) => Array.from({ length: count }, () => what)

describe('twenty at once for the last table', () => {
  test('twenty at once -> one books it, nineteen get slot_unavailable', async () => {
    const partner = app.newPartner()
    const { id: merchantId } = await newBookableMerchant(app, partner, { seats: [2] })
    const clients = await guests(partner, 20)
    const wish = { merchantId, slotId: seven, partySize: 2 }
    expect(await outcomes(clients.map(client => book(client, wish)))).toEqual([
      'given',
      ...times(19, 'slot_unavailable'),
    ])
  })

  test('of two partners, holding and booking: one', async () => {
    const [partner, elsewhere] = [app.newPartner(), app.newPartner()]
    const { id: merchantId } = await newBookableMerchant(app, partner, { seats: [4] })
    await joinProgramOf(app, elsewhere, merchantId)
    const [here, there] = [await guests(partner, 10), await guests(elsewhere, 10)]
    const wish = { merchantId, slotId: seven, partySize: 3 }
    const holds = there.map(client => client.send('POST', '/api/Member/Reservations/Holds', wish))
    expect(await outcomes([...here.map(client => book(client, wish)), ...holds])).toEqual([
      'given',
      ...times(19, 'slot_unavailable'),
    ])
  })

  test('at times that touch: as many as fit', async () => {
    const partner = app.newPartner()
    const { id: merchantId } = await newBookableMerchant(app, partner, { seats: [2, 2] })
    const clients = await guests(partner, 20)
    // The slots are six, half past six, seven and half past seven: none fits after another at the same table.
    const slots = ['20260312T2200Z', '20260312T2230Z', seven, '20260312T2330Z']
    const calls = clients.map((client, i) =>
      book(client, { merchantId, slotId: slots[i % 4]!, partySize: 2 }),
    )
    const found = await outcomes(calls)
    // Six and half past seven share a table; how many that makes depends on who came first.
    const given = found.filter(outcome => outcome === 'given').length
    expect(given).toBeGreaterThanOrEqual(2)
    expect(given).toBeLessThanOrEqual(4)
    expect(new Set(found)).toEqual(new Set(['given', 'slot_unavailable']))
  })
})

describe('the same key many times at once', () => {
  test('books once, and everyone hears of it', async () => {
    const partner = app.newPartner()
    const { id: merchantId } = await newBookableMerchant(app, partner)
    const [client] = await guests(partner, 1)
    const wish = { merchantId, slotId: seven, partySize: 2 }
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(client!, wish, 'once')))
    expect(new Set(answers.map(answer => answer.json().reservation?.id)).size).toBe(1)
    expect((await client!.get('/api/Member/Reservations')).json().items).toHaveLength(1)
  })

  test('for two different tables books one of them', async () => {
    const partner = app.newPartner()
    const { id: merchantId } = await newBookableMerchant(app, partner)
    const [client] = await guests(partner, 1)
    const calls = [seven, '20260314T2300Z'].map(slotId =>
      book(client!, { merchantId, slotId, partySize: 2 }, 'once'),
    )
    expect(await outcomes(calls)).toEqual(['given', 'idempotency_conflict'])
  })
})

test('giving back and booking at once: the table is one member’s at the end', async () => {
  const partner = app.newPartner()
  const { id: merchantId } = await newBookableMerchant(app, partner, { seats: [2] })
  const [first, ...others] = await guests(partner, 6)
  const wish = { merchantId, slotId: seven, partySize: 2 }
  const { id } = (await book(first!, wish)).json().reservation
  await Promise.all([
    first!.send('DELETE', `/api/Member/Reservations/${id}`),
    ...others.map(client => book(client, wish)),
  ])
  const booked = await app.database.db
    .selectFrom('reservations')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'booked')
    .execute()
  expect(booked.length).toBeLessThanOrEqual(1)
  const last = await book(others[0]!, wish)
  expect(['slot_unavailable', 'reservation_overlap', undefined]).toContain(last.json().code)
})

test('members who hold tables at two restaurants and change places at once do not wait for each other forever', async () => {
  const partner = app.newPartner()
  const places = [await newBookableMerchant(app, partner), await newBookableMerchant(app, partner)]
  const clients = await guests(partner, 8)
  const hold = (client: TestClient, place: number) =>
    client.send('POST', '/api/Member/Reservations/Holds', {
      merchantId: places[place % 2]!.id,
      slotId: seven,
      partySize: 2,
    })
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(clients.map((client, i) => hold(client, i + round)))
    for (const answer of answers) expect([200, 400]).toContain(answer.statusCode)
  }
})
