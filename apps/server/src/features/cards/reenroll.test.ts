import { beforeAll, describe, expect, test } from 'vitest'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const path = '/api/Member/Reenroll'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

async function closedMember(overrides: object = {}) {
  const partner = app.newPartner()
  const member = await newMember(app, partner, {
    memberType: 'ClosedAccountMember',
    closedAt: app.clock.now(),
    ...overrides,
  })
  const client = await signedInClient(app, partner, member.id)
  const open = (...creditCards: object[]) => client.send('POST', path, { creditCards })
  const me = async () => (await client.get('/api/Member')).json()
  return { partner, member, client, open, me }
}

let numbers = 0
const nextNumber = () => String(4_100_000_000_000_000 + ++numbers)

describe('POST /api/Member/Reenroll', () => {
  test('account §4 Re-enrollment: last card deleted, another linked -> the same balance and activity as before', async () => {
    const network = await newCardNetwork(app)
    const { partner, memberId } = network
    await network.deliver('transaction.clearing')
    const before = { balance: await network.balance(), activity: await network.activity() }
    expect(before.balance).toBeGreaterThan(0)
    const client = await signedInClient(app, partner, memberId)
    await client.send('DELETE', `/api/Member/Cards?id=${network.cardId}`)
    const again = await signedInClient(app, partner, memberId)
    const number = nextNumber()
    const { cardRegistration } = (
      await again.send('POST', path, { creditCards: [frameCard(partner, number)] })
    ).json()
    expect(cardRegistration).toEqual([
      {
        memberCard: {
          id: expect.any(String),
          cardType: 'Visa',
          lastFour: number.slice(-4),
          description: 'Visa',
        },
      },
    ])
    expect((await again.get('/api/Member')).json()).toMatchObject({
      memberType: 'EnrolledCardMember',
      hasLinkedCard: true,
    })
    expect({ balance: await network.balance(), activity: await network.activity() }).toEqual(before)
    expect(await auditedActions(app, memberId)).toEqual(['account.closed', 'account.reopened'])
  })

  test('account §5 Re-enrollment: card refused -> its error, and the account stays closed', async () => {
    const { open, me, partner } = await closedMember()
    const taken = nextNumber()
    const other = await newMember(app, partner)
    const owner = await signedInClient(app, partner, other.id)
    const body = { creditCards: [frameCard(partner, taken)], directFileFeedOptIn: true }
    await owner.send('POST', '/api/Member/Cards', body)
    const { cardRegistration } = (await open(frameCard(partner, taken))).json()
    expect(cardRegistration[0].error.code).toBe('card_already_linked')
    expect((await me()).memberType).toBe('ClosedAccountMember')
  })

  test('several cards -> one result each, reopened once', async () => {
    const { open, me, member, partner } = await closedMember()
    const made = { cardId: 'tok_made-up', cardType: 'Visa', lastFour: '1111' }
    const cards = [made, frameCard(partner, nextNumber()), frameCard(partner, nextNumber())]
    const { cardRegistration } = (await open(...cards)).json()
    const codes = cardRegistration.map((one: { error?: { code: string } }) => one.error?.code ?? 'linked')
    expect(codes).toEqual(['card_token_invalid', 'linked', 'linked'])
    expect((await me()).memberType).toBe('EnrolledCardMember')
    expect(await auditedActions(app, member.id)).toEqual(['account.reopened'])
  })

  test('account §5 Re-enrollment: entries without lastFour -> left out', async () => {
    const { open, me, partner } = await closedMember()
    const { lastFour, ...rest } = frameCard(partner, nextNumber()) as { lastFour: string }
    const kept = frameCard(partner, nextNumber())
    const left = [rest, { ...rest, lastFour: '' }, { ...rest, lastFour: null }, { partnerCardId: 'pc_1' }]
    const { cardRegistration } = (await open(...left, kept)).json()
    expect(cardRegistration).toHaveLength(1)
    expect(cardRegistration[0].memberCard.lastFour).toBe((kept as { lastFour: string }).lastFour)
    expect((await me()).memberType).toBe('EnrolledCardMember')
    expect(lastFour).toMatch(/^\d{4}$/)
  })

  test('no entry with lastFour -> 400, and the account stays closed', async () => {
    const { open, me, partner } = await closedMember()
    const { lastFour: _, ...rest } = frameCard(partner, nextNumber()) as { lastFour: string }
    const response = await open(rest)
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    expect((await me()).memberType).toBe('ClosedAccountMember')
  })

  test('two tabs at once -> reopened once', async () => {
    const { client, member, partner } = await closedMember()
    const headers = { 'x-xsrf-token': (await client.get('/api/CSRF')).json().csrfToken }
    await Promise.all(
      [nextNumber(), nextNumber()].map(number =>
        client.send('POST', path, { creditCards: [frameCard(partner, number)] }, headers),
      ),
    )
    expect(await auditedActions(app, member.id)).toEqual(['account.reopened'])
  })

  test('erased meanwhile -> 403, nothing linked', async () => {
    const { open, client, partner } = await closedMember({ erasedAt: app.clock.now() })
    expect((await open(frameCard(partner, nextNumber()))).statusCode).toBe(403)
    expect((await client.get('/api/Member/Cards')).json()).toEqual({ items: [] })
  })

  test.each([{ creditCards: [] }, {}])('%j -> 400', async body => {
    const { client } = await closedMember()
    expect((await client.send('POST', path, body)).statusCode).toBe(400)
  })
})
