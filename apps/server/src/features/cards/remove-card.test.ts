import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'

const path = '/api/Member/Cards'
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

async function memberWithCards(count: number, partner: Partner = app.newPartner()) {
  const member = await newMember(app, partner)
  const cards = []
  for (let card = 0; card < count; card++) cards.push(await newLinkedCard(app, member))
  return { partner, member, cards, client: await signedInClient(app, partner, member.id) }
}

const memberRow = (id: string) =>
  app.database.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('remove a card', () => {
  test('linked card -> not listed, its row stays', async () => {
    const { client, cards, member } = await memberWithCards(2)
    const response = await client.send('DELETE', `${path}?id=${cards[0]!.id}`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ accountClosed: false })
    const { items } = (await client.get(path)).json()
    expect(items.map((card: { id: string }) => card.id)).toEqual([cards[1]!.id])
    const row = await app.database.db
      .selectFrom('linkedCards')
      .selectAll()
      .where('id', '=', cards[0]!.id)
      .executeTakeFirstOrThrow()
    expect(row.removedAt).toEqual(app.clock.now())
    expect((await memberRow(member.id)).memberType).toBe('EnrolledCardMember')
  })

  test('a second time -> 404', async () => {
    const { client, cards } = await memberWithCards(2)
    await client.send('DELETE', `${path}?id=${cards[0]!.id}`)
    const again = await client.send('DELETE', `${path}?id=${cards[0]!.id}`)
    expect(again.statusCode).toBe(404)
    expect(again.json().code).toBe('card_not_found')
  })

  test('card of another member or partner, unknown card -> 404, nothing removed', async () => {
    const { client, partner } = await memberWithCards(1)
    const sameProgram = await memberWithCards(2, partner)
    const elsewhere = await memberWithCards(2)
    for (const id of [sameProgram.cards[0]!.id, elsewhere.cards[0]!.id, 'nobodys'])
      expect((await client.send('DELETE', `${path}?id=${id}`)).json().code).toBe('card_not_found')
    for (const other of [sameProgram, elsewhere])
      expect((await other.client.get(path)).json().items).toHaveLength(2)
  })

  test.each(['', '?id=', `?id=${'x'.repeat(101)}`, '?id=a&id=b'])('query %j -> 400', async query => {
    const { client } = await memberWithCards(1)
    expect((await client.send('DELETE', `${path}${query}`)).statusCode).toBe(400)
  })

  test('no session -> 401; no CSRF token -> 403', async () => {
    const { client, cards, partner } = await memberWithCards(2)
    const url = `${path}?id=${cards[0]!.id}`
    expect((await newClient(app, partner).send('DELETE', url)).statusCode).toBe(401)
    expect((await client.send('DELETE', url, undefined, {})).json().code).toBe('csrf_invalid')
    expect((await client.get(path)).json().items).toHaveLength(2)
  })
})

describe('remove the last card', () => {
  test('account §4 Last card: removed -> account closed, signed out on every device', async () => {
    const { client, cards, member, partner } = await memberWithCards(1)
    const phone = await signedInClient(app, partner, member.id)
    const response = await client.send('DELETE', `${path}?id=${cards[0]!.id}`)
    expect(response.json()).toEqual({ accountClosed: true })
    expect([...client.cookies.keys()]).toEqual([])
    expect((await client.get('/api/Member')).statusCode).toBe(401)
    expect((await phone.get('/api/Member')).statusCode).toBe(401)
    expect(await memberRow(member.id)).toMatchObject({
      memberType: 'ClosedAccountMember',
      closedAt: app.clock.now(),
    })
    expect(await auditedActions(app, member.id)).toEqual(['account.closed'])
  })

  test('two cards concurrently -> account closed once', async () => {
    const { client, cards } = await memberWithCards(2)
    await client.get('/api/CSRF')
    const answers = await Promise.all(cards.map(card => client.send('DELETE', `${path}?id=${card.id}`)))
    const closed = answers.map(answer => answer.json().accountClosed).filter(Boolean)
    expect(closed).toHaveLength(1)
  })

  test('linking another concurrently -> either it counts, or the account is closed', async () => {
    const { client, cards, member, partner } = await memberWithCards(1)
    await client.get('/api/CSRF')
    const [removed, linked] = await Promise.all([
      client.send('DELETE', `${path}?id=${cards[0]!.id}`),
      client.send('POST', path, {
        creditCards: [frameCard(partner, '4111111111111111')],
        directFileFeedOptIn: true,
      }),
    ])
    const closed = removed.json().accountClosed
    expect((await memberRow(member.id)).memberType).toBe(
      closed ? 'ClosedAccountMember' : 'EnrolledCardMember',
    )
    if (closed) expect([401, 403]).toContain(linked.statusCode)
    else expect(linked.statusCode).toBe(200)
  })
})
