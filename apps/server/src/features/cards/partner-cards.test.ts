import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { sandboxPartnerCards } from '../../gateways/cards/sandbox-partner-cards.ts'
import { newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp, testGateways } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'

const bank = { answers: true }
const sandbox = sandboxPartnerCards({ now: () => new Date('2026-03-10T18:00:00Z') })
const app = await createTestApp({
  gateways: {
    ...testGateways(tmpdir()),
    partnerCards: {
      list: (...call) => (bank.answers ? sandbox.list(...call) : Promise.reject(new Error('bank is down'))),
    },
  },
})

async function aMember(settings: Record<string, unknown> = {}, partner = newBank(settings)) {
  const member = await newMember(app, partner)
  const client = await signedInClient(app, partner, member.id)
  bank.answers = true
  const items: ListedCard[] = (await client.get('/api/Cards/AllPartnerCards')).json().items ?? []
  return { partner, client, items }
}
const newBank = (settings: Record<string, unknown>) => app.newPartner({ like: 'harbor', settings })

async function link(client: TestClient, ...creditCards: object[]): Promise<Registration[]> {
  const body = { creditCards, directFileFeedOptIn: true }
  return (await client.send('POST', '/api/Member/Cards', body)).json().cardRegistration
}
const choose = ({ partnerCardId }: ListedCard) => ({ partnerCardId })
const codesOf = (results: Registration[]) => results.map(({ error }) => error?.code ?? 'linked')
async function linkedCards(client: TestClient): Promise<object[]> {
  const { items } = (await client.get('/api/Member/Cards')).json()
  return items.toSorted((a: Expiring, b: Expiring) => a.expiresOn.localeCompare(b.expiresOn))
}

test('list of the member -> without tokens; several chosen -> linked with description and expiry', async () => {
  const { client, items } = await aMember()
  expect(items).toHaveLength(4)
  for (const item of items)
    expect(item).toEqual({
      partnerCardId: expect.stringMatching(/^pc_/),
      cardType: expect.stringMatching(/^(Visa|Mastercard)$/),
      lastFour: expect.stringMatching(/^\d{4}$/),
      description: expect.any(String),
    })
  const [first, second] = items as [ListedCard, ListedCard]
  expect(codesOf(await link(client, choose(first), choose(second), choose(first)))).toEqual([
    'linked',
    'linked',
    'card_already_yours',
  ])
  expect(await linkedCards(client)).toEqual([
    { id: expect.any(String), ...first, expiresOn: '2026-12-31' },
    { id: expect.any(String), ...second, expiresOn: '2027-12-31' },
  ])
})

test('linked card that the list tells a later expiry of -> renewed when the list is read', async () => {
  const { client, partner, items } = await aMember()
  await link(client, choose(items[0]!))
  const [before] = await linkedCards(client)
  const { db } = app.database
  await db
    .updateTable('linkedCards')
    .set({ expiresOn: '2026-03-31' })
    .where('partnerId', '=', partner.slug)
    .execute()
  await client.get('/api/Cards/AllPartnerCards')
  expect(await linkedCards(client)).toEqual([before])
})

test('card of another member, and one that does not exist -> not found', async () => {
  const { client, partner } = await aMember()
  const other = await aMember({}, partner)
  const results = await link(client, choose(other.items[0]!), { partnerCardId: 'pc_made-up' })
  expect(codesOf(results)).toEqual(['card_not_found', 'card_not_found'])
  expect(await linkedCards(client)).toEqual([])
})

test('account §5 Partner cards: two requests at once for the last places -> the maximum is kept', async () => {
  const { client, items } = await aMember({ maxLinkedCards: 3 })
  await client.get('/api/CSRF')
  const results = await Promise.all([
    link(client, ...items.map(choose)),
    link(client, ...items.toReversed().map(choose)),
  ])
  expect(results.flatMap(codesOf).filter(code => code === 'linked')).toHaveLength(3)
  expect(await linkedCards(client)).toHaveLength(3)
})

test('bank does not answer -> the list says so, and a typed card is linked', async () => {
  const { client, items, partner } = await aMember()
  bank.answers = false
  const list = await client.get('/api/Cards/AllPartnerCards')
  expect([list.statusCode, list.json().code]).toEqual([503, 'unavailable'])
  expect(list.json().message).toContain(partner.settings.name)
  const results = await link(client, choose(items[0]!), frameCard(partner, '4929174850275143'))
  expect(codesOf(results)).toEqual(['unavailable', 'linked'])
})

test('partner that lists no cards -> no list, and none is linked', async () => {
  const { client, items } = await aMember({ hasPartnerLoadedCards: false })
  expect((await client.get('/api/Cards/AllPartnerCards')).statusCode).toBe(404)
  expect(items).toEqual([])
  expect(codesOf(await link(client, { partnerCardId: 'pc_1' }))).toEqual(['card_not_found'])
})

interface ListedCard {
  readonly partnerCardId: string
}
interface Expiring {
  readonly expiresOn: string
}
interface Registration {
  readonly error?: { readonly code: string }
}
