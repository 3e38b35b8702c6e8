import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'

const path = '/api/Member/Cards'
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

async function aMember(partner: Partner = app.newPartner()) {
  const member = await newMember(app, partner)
  return { partner, member, client: await signedInClient(app, partner, member.id) }
}

let cardCount = 0
const nextNumber = () => String(4_000_000_000_000_000 + ++cardCount)
const link = (client: TestClient, ...creditCards: object[]) =>
  client.send('POST', path, { creditCards, directFileFeedOptIn: true })

describe('link a card', () => {
  test('valid card -> linked and listed', async () => {
    const { client, partner } = await aMember()
    const response = await link(client, frameCard(partner, '4000000000000000'))
    expect(response.statusCode).toBe(200)
    const [{ memberCard, error }] = response.json().cardRegistration
    expect(error).toBeUndefined()
    expect(memberCard).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      cardType: 'Visa',
      lastFour: '0000',
      description: 'Visa',
    })
    expect((await client.get(path)).json()).toEqual({ items: [{ ...memberCard, partnerCardId: null }] })
  })

  test('account §4 Adding cards: several -> one result each, in order', async () => {
    const { client, partner } = await aMember(app.newPartner({ settings: { cardTypesAccepted: ['VISA'] } }))
    const number = nextNumber()
    const response = await link(
      client,
      frameCard(partner, '378282246310005', { cardType: 'Amex' }),
      frameCard(partner, number),
      frameCard(partner, number),
      { cardId: 'tok_made-up', cardType: 'Visa', lastFour: '1111' },
      frameCard(partner, nextNumber()),
    )
    const codes = response.json().cardRegistration.map((entry: Entry) => entry.error?.code ?? 'linked')
    expect(codes).toEqual([
      'card_brand_not_accepted',
      'linked',
      'card_already_yours',
      'card_token_invalid',
      'linked',
    ])
    expect(response.json().cardRegistration[0]).toEqual({
      memberCard: { id: null, cardType: 'Amex', lastFour: '0005', description: 'American Express' },
      error: { code: 'card_brand_not_accepted', message: expect.stringMatching(/\.$/) },
    })
  })

  test('linked by another member -> refused; at another partner -> linked', async () => {
    const { client, partner } = await aMember()
    const number = nextNumber()
    await link(client, frameCard(partner, number))
    const second = await aMember(partner)
    const refused = await link(second.client, frameCard(partner, number))
    expect(refused.statusCode).toBe(200)
    expect(refused.json().cardRegistration[0].error.code).toBe('card_already_linked')
    const elsewhere = await aMember()
    expect(
      (await link(elsewhere.client, frameCard(elsewhere.partner, number))).json().cardRegistration[0].error,
    ).toBeUndefined()
  })

  test('twelve members concurrently -> linked to one', async () => {
    const partner = app.newPartner()
    const clients = await Promise.all(Array.from({ length: 12 }, () => aMember(partner)))
    const number = nextNumber()
    const answers = await Promise.all(clients.map(({ client }) => link(client, frameCard(partner, number))))
    const linked = answers.filter(answer => answer.json().cardRegistration[0].memberCard.id !== null)
    expect(linked).toHaveLength(1)
  })

  test('again after removal -> a new card', async () => {
    const { client, partner } = await aMember()
    const number = nextNumber()
    await link(client, frameCard(partner, nextNumber()))
    const first = (await link(client, frameCard(partner, number))).json().cardRegistration[0].memberCard.id
    await client.send('DELETE', `${path}?id=${first}`)
    const second = (await link(client, frameCard(partner, number))).json().cardRegistration[0].memberCard.id
    expect(second).toEqual(expect.any(String))
    expect(second).not.toBe(first)
  })
})

describe('card limit', () => {
  test('account §9 Maximum of cards: past the partner’s limit -> refused with a message that names it', async () => {
    const { client, partner } = await aMember(app.newPartner({ settings: { maxLinkedCards: 2 } }))
    const cards = [1, 2, 3].map(() => frameCard(partner, nextNumber()))
    const response = await link(client, ...cards)
    expect(response.json().cardRegistration[2].error).toEqual({
      code: 'card_limit_reached',
      message: 'You can only add 2 cards to your account.',
    })
    expect((await client.get(path)).json().items).toHaveLength(2)
  })

  test('20 concurrent requests -> exactly twelve linked', async () => {
    const { client, partner } = await aMember()
    await client.get('/api/CSRF')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => link(client, frameCard(partner, nextNumber()))),
    )
    const errors = answers.flatMap(answer => answer.json().cardRegistration[0].error?.code ?? [])
    expect(errors).toEqual(Array(8).fill('card_limit_reached'))
    expect((await client.get(path)).json().items).toHaveLength(12)
  })

  test('removed cards -> not counted', async () => {
    const { client, member, partner } = await aMember(app.newPartner({ settings: { maxLinkedCards: 1 } }))
    await newLinkedCard(app, member, { removedAt: new Date('2025-02-01T00:00:00Z') })
    expect(
      (await link(client, frameCard(partner, nextNumber()))).json().cardRegistration[0].error,
    ).toBeUndefined()
  })
})

describe('card token', () => {
  test.each<[string, (card: Card, partner: Partner) => object]>([
    ['of another partner', card => frameCard({ slug: 'elsewhere' }, `4${card.lastFour}`)],
    [
      'that has expired',
      (card, partner) => frameCard(partner, `4${card.lastFour}`, { expiresAt: new Date(Date.now() - 1) }),
    ],
    ['with a later expiry', card => ({ ...card, cardId: card.cardId.replace(/~[\da-z]+~/, '~zzzzzzzz~') })],
    [
      'signed with another key',
      (card, partner) => frameCard(partner, `4${card.lastFour}`, { secret: 'another secret' }),
    ],
    ['with another last four', card => ({ ...card, lastFour: '9999' })],
    ['with another brand', card => ({ ...card, cardType: 'Mastercard' })],
    ['altered inside', card => ({ ...card, cardId: card.cardId.replace('tok_', 'tok_A') })],
    ['cut short', card => ({ ...card, cardId: card.cardId.slice(0, -1) })],
    ['that is a card number in words', card => ({ ...card, cardId: 'four thousand' })],
  ])('%s -> refused', async (_case, change) => {
    const { client, partner } = await aMember()
    const response = await link(client, change(frameCard(partner, nextNumber()), partner))
    expect(response.json().cardRegistration[0].error.code).toBe('card_token_invalid')
    expect((await client.get(path)).json().items).toEqual([])
  })
})

test('token that linked a card -> not again, also after the card was removed', async () => {
  const { client, partner } = await aMember()
  const card = frameCard(partner, nextNumber())
  await link(client, frameCard(partner, nextNumber()))
  const { id } = (await link(client, card)).json().cardRegistration[0].memberCard
  await client.send('DELETE', `${path}?id=${id}`)
  const { client: thief } = await aMember(partner)
  for (const again of [client, thief])
    expect((await link(again, card)).json().cardRegistration[0].error.code).toBe('card_token_invalid')
})

describe('account §9 Selection of cards: refused as a whole', () => {
  test('account §5 Card opt-in: missing -> 400 with the message of the form', async () => {
    const { client, partner } = await aMember()
    const body = { creditCards: [frameCard(partner, nextNumber())], directFileFeedOptIn: false }
    const response = await client.send('POST', path, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'card_opt_in_required',
      message: 'Linking a card and authorizing activity monitoring is required to complete and earn rewards.',
    })
    expect((await client.get(path)).json().items).toEqual([])
  })

  test.each([
    ['no cards', { creditCards: [] }],
    [
      'thirteen cards',
      { creditCards: Array.from({ length: 13 }, () => frameCard({ slug: 'x' }, '4000000000000000')) },
    ],
    ['an unknown brand', { creditCards: [{ cardId: 'x', cardType: 'Diners', lastFour: '0000' }] }],
    ['a last four of five', { creditCards: [{ cardId: 'x', cardType: 'Visa', lastFour: '00000' }] }],
    ['an opt-in that is a text', { directFileFeedOptIn: 'yes' }],
  ])('%s -> 400', async (_case, changes) => {
    const { client, partner } = await aMember()
    const body = { creditCards: [frameCard(partner, nextNumber())], directFileFeedOptIn: true, ...changes }
    const response = await client.send('POST', path, body)
    expect(response.statusCode).toBe(400)
    expect(response.json().code).toBe('validation_failed')
  })

  test('no session -> 401; no CSRF token -> 403', async () => {
    const body = { creditCards: [frameCard({ slug: 'x' }, nextNumber())], directFileFeedOptIn: true }
    expect((await newClient(app, app.newPartner()).send('POST', path, body)).statusCode).toBe(401)
    expect((await newClient(app, app.newPartner()).get(path)).statusCode).toBe(401)
    const { client } = await aMember()
    expect((await client.send('POST', path, body, {})).json().code).toBe('csrf_invalid')
  })

  test('closed account -> 403', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner, { memberType: 'ClosedAccountMember' })
    const client = await signedInClient(app, partner, member.id)
    const response = await link(client, frameCard(partner, nextNumber()))
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('forbidden')
  })

  test('card number in any field and format -> 400', async () => {
    const { client } = await aMember()
    for (const cardId of ['4242424242424242', '4242 4242 4242 4242', 'tok_4242-4242-4242-4242']) {
      const response = await link(client, { cardId, cardType: 'Visa', lastFour: '4242' })
      expect(response.statusCode).toBe(400)
      const { requestId: _id, ...said } = response.json()
      expect(said.code).toBe('card_number_refused')
      expect(JSON.stringify(said)).not.toContain('4242')
    }
  })
})

test('many cards in a row -> a bot check is required, also to open a closed account', async () => {
  const { client, partner } = await aMember()
  const card = frameCard(partner, nextNumber())
  const statuses = []
  for (let call = 0; call < 25; call++) statuses.push((await link(client, card)).statusCode)
  expect(statuses.slice(0, 24)).toEqual(Array(24).fill(200))
  expect(statuses[24]).toBe(403)
  const reopened = await client.send('POST', '/api/Member/Reenroll', { creditCards: [card] })
  expect(reopened.json().code).toBe('bot_check_required')
})

describe('name a card', () => {
  async function namedCard() {
    const { client, partner, member } = await aMember()
    const { id } = await newLinkedCard(app, member)
    const rename = (name: string, at = id) => client.send('PUT', `${path}?id=${at}`, { name })
    const names = async () =>
      (await client.get(path)).json().items.map((card: { name?: string }) => card.name ?? null)
    return { partner, rename, names }
  }

  test.each([
    [' Dinners with Šárka 🍜 ', 'Dinners with Šárka 🍜'],
    ['', null],
    ['   ', null],
  ])('%j -> listed as %j', async (typed, name) => {
    const { rename, names } = await namedCard()
    await rename('Before')
    expect((await rename(typed)).json()).toEqual({ name })
    expect(await names()).toEqual([name])
  })

  test.each([
    ['too long', 'x'.repeat(31), 'validation_failed'],
    ['a card number', '4242 4242 4242 4242', 'card_number_refused'],
  ])('%s -> 400', async (_case, name, code) => {
    const { rename, names } = await namedCard()
    const response = await rename(name)
    expect([response.statusCode, response.json().code]).toEqual([400, code])
    expect(await names()).toEqual([null])
  })

  test('removed meanwhile -> 404', async () => {
    const { rename } = await namedCard()
    expect((await rename('Dinners', 'gone')).json().code).toBe('card_not_found')
  })
})

test('card list: only the member’s own cards', async () => {
  const { client, partner, member } = await aMember()
  await newLinkedCard(app, await newMember(app, partner))
  await newLinkedCard(app, member, { id: 'removed-card', removedAt: new Date() })
  const mine = await newLinkedCard(app, member, { description: 'Gold card', partnerCardId: 'pc-1' })
  expect((await client.get(path)).json()).toEqual({
    items: [
      {
        id: mine.id,
        cardType: 'Visa',
        lastFour: '4242',
        description: 'Gold card',
        partnerCardId: 'pc-1',
        hint: 'no_recent_dine',
      },
    ],
  })
})

type Card = ReturnType<typeof frameCard>
interface Entry {
  error?: { code: string }
}
