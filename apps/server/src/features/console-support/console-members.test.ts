import { beforeAll, describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { book, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()

interface Item {
  readonly id: string
  readonly name: string
  readonly foundBy: readonly string[]
}

describe('search of members', () => {
  const partner = app.newPartner()
  const [first, last] = [`Zo${partner.slug}`, `Qu${partner.slug}`].map(name => name.replaceAll(/\d/g, 'x'))
  let memberId: string
  let support: TestClient
  const search = async (query: string, client = support) => {
    const response = await client.send('POST', '/api/Console/Members/Search', { query })
    expect(response.statusCode).toBe(200)
    const asAddress = await client.get(`/api/Console/Members?query=${encodeURIComponent(query)}`)
    expect(asAddress.json()).toEqual(response.json())
    return response.json() as {
      items: Item[]
      transactions: { id: string; memberId: string; kind: string }[]
    }
  }
  const idsOf = async (query: string, client?: TestClient) =>
    (await search(query, client)).items.map(({ id }) => id)

  beforeAll(async () => {
    const member = await newMember(app, partner, {
      firstName: first!,
      lastName: last!,
      memberNumber: `SK${partner.slug}`.toUpperCase(),
      phoneNumber: '9175550186',
      email: `Zoe.${partner.slug}@Example.com`,
    })
    memberId = member.id
    await newLinkedCard(app, member, { lastFour: '9753' })
    support = await consoleClient(app, 'support', partner.slug)
  })

  test('by what one knows of a member -> the member', async () => {
    const queries = [
      `zoe.${partner.slug}@exam`,
      `sk${partner.slug}`,
      '•••• 9753',
      last!.slice(0, 6).toLowerCase(),
      `${first} ${last!.slice(0, 3)}`,
      `${last}, ${first!.slice(0, 3)}`,
      memberId,
    ]
    for (const query of queries) expect([query, await idsOf(query)]).toEqual([query, [memberId]])
  })

  test.each([
    ['a phone number, written any way', ['(917) 555-0186', '+1 917.555.0186', '9175550186', '0186']],
    [
      'a member number in parts',
      [`sk ${partner.slug}`, `SK-${partner.slug.slice(0, 3)} ${partner.slug.slice(3)}`],
    ],
  ])('by %s -> the member', async (_what, queries) => {
    for (const query of queries) expect([query, await idsOf(query)]).toEqual([query, [memberId]])
  })

  test('by a name with or without accents, signs and spaces -> the member', async () => {
    const abroad = app.newPartner()
    const client = await consoleClient(app, 'support', abroad.slug)
    const { id } = await newMember(app, abroad, { firstName: 'José Łukasz', lastName: 'D’Ávila de la Cruz' })
    for (const query of [
      'jose',
      'JOSÉ',
      'joselukasz',
      "d'avila",
      'davila de la cruz',
      'Dávila',
      'davila, jose',
    ])
      expect([query, await idsOf(query, client)]).toEqual([query, [id]])
    expect(await idsOf('cruz', client)).toEqual([])
  })

  test('by nothing that fits, or by what means something to a database -> none', async () => {
    for (const query of [
      '',
      ' ',
      `${last} Moreau`,
      '%',
      '_',
      "' or 1=1 --",
      '\\',
      `${first}\u0000`.repeat(3),
    ])
      expect([query, await idsOf(query)]).toEqual([query, []])
  })

  test('a partner that staff may not see -> not found; staff of another one -> none', async () => {
    const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
    expect(await idsOf(last!, elsewhere)).toEqual([])
    const asked = await elsewhere.get(`/api/Console/Members?query=x&partner=${partner.slug}`)
    expect(asked.statusCode).toBe(404)
  })

  test('more than are listed -> it says so', async () => {
    const crowded = app.newPartner()
    for (let n = 0; n < 51; n++) await newMember(app, crowded, { lastName: 'Crowd' })
    const client = await consoleClient(app, 'support', crowded.slug)
    const { items, hasMore } = (await client.get('/api/Console/Members?query=crowd')).json()
    expect([items.length, hasMore]).toEqual([50, true])
  })

  test('by a transaction id, the network’s or ours -> the dine, once', async () => {
    const network = await newCardNetwork(app)
    const client = await consoleClient(app, 'support', network.partner.slug)
    const id = `txn-${network.memberId}`
    await network.deliver('transaction.clearing', { id })
    const { id: dineId } = await app.database.db
      .selectFrom('dines')
      .select('id')
      .where('memberId', '=', network.memberId)
      .executeTakeFirstOrThrow()
    for (const query of [id, dineId])
      expect((await search(query, client)).transactions).toMatchObject([
        { id, memberId: network.memberId, kind: 'dine' },
      ])
    expect((await search(id)).transactions).toEqual([])
  })

  test('an event whose card is not known -> for those who may see all programs', async () => {
    const network = await newCardNetwork(app)
    const id = `lost-${network.memberId}`
    await network.deliver('transaction.clearing', { id, card: { id: 'x', metadata: { id: 'unknown' } } })
    const client = await consoleClient(app, 'support', network.partner.slug)
    expect((await search(id, client)).transactions).toEqual([])
    expect((await search(id, await consoleClient(app, 'support'))).transactions).toMatchObject([
      { id, memberId: null, kind: 'event' },
    ])
  })
})

describe('page of a member', () => {
  test('a member with a dine -> tier, balance, card, session, mails and the dine, without secrets', async () => {
    const network = await newCardNetwork(app, { member: { phoneNumber: '2125550123', city: 'New York' } })
    await network.deliver('transaction.clearing')
    await signedInClient(app, network.partner, network.memberId)
    const client = await consoleClient(app, 'support', network.partner.slug)
    const response = await client.get(`/api/Console/Members/${network.memberId}`)
    expect(response.statusCode).toBe(200)
    expect(response.json().member).toMatchObject({
      id: network.memberId,
      partner: network.partner.slug,
      state: 'active',
      name: 'Ada Moreau',
      address: 'New York, 10001',
      balanceUnits: 127,
      cards: [{ lastFour: '4242', removedAt: null }],
      sessions: [{}],
    })
    expect(response.body).not.toMatch(/passwordHash|cardToken|textBody|tokenHash/)
  })

  test('a table -> at the restaurant’s time', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner)
    const { id: merchantId } = await newBookableMerchant(app, partner)
    app.clock.set('2026-03-10T15:00:00Z')
    const guest = await signedInClient(app, partner, member.id)
    const options = `/api/v2/Merchants/${merchantId}/Availability?date=2026-03-11&time=19:00&partySize=2`
    const [{ slotId }] = (await guest.get(options)).json().slots
    expect((await book(guest, { merchantId, slotId, partySize: 2 })).statusCode).toBe(200)
    const support = await consoleClient(app, 'support', partner.slug)
    const page = (await support.get(`/api/Console/Members/${member.id}`)).json().member
    const [own] = (await guest.get('/api/Member/Reservations')).json().items
    expect(page.reservations).toMatchObject([
      { startsAt: expect.stringContaining(own.startsAt.slice(0, 16)) },
    ])
  })

  test('own list and the console’s -> the same transactions, and each says why', async () => {
    const network = await newCardNetwork(app)
    await network.deliver('transaction.clearing')
    const client = await consoleClient(app, 'viewer', network.partner.slug)
    const listed = await client.get(`/api/Console/Members/${network.memberId}/Transactions`)
    const own = (await network.activity()) as { reason: object | null; awardStatus: string }[]
    const explained = own.map(row => ({
      ...row,
      reason: row.reason ?? { code: row.awardStatus, text: 'This visit is final and counted.' },
    }))
    expect(listed.json().data).toEqual(explained)
  })
})
