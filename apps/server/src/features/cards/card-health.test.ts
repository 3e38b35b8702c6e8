import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient } from '../../testing/test-client.ts'
import { mailExpiringCards } from './card-health.service.ts'

const app = await createTestApp()
const path = '/api/Member/Cards'

const runJob = (partner: Partner) =>
  mailExpiringCards(
    { ...app.context(partner), actor: { kind: 'system', name: 'card-health' } },
    { ...app.partners, all: () => [partner] },
  )
const link = async (client: TestClient, card: object) =>
  (await client.send('POST', path, { creditCards: [card], directFileFeedOptIn: true })).json()
    .cardRegistration[0]
const listed = async (client: TestClient) => (await client.get(path)).json().items

test('card that is about to expire -> one mail, also without the opt-in, and a hint', async () => {
  const partner = app.newPartner()
  const member = await newMember(app, partner, { emailOptIn: false })
  const { id } = await newLinkedCard(app, member, { expiresOn: '2026-04-30' })
  expect(await runJob(partner)).toBe(0)
  app.clock.advance(days(25))
  expect(await runJob(partner)).toBe(1)
  expect(await runJob(partner)).toBe(0)
  const mails = await app.database.db
    .selectFrom('outgoingMails')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .execute()
  expect(mails).toMatchObject([{ recipient: member.email, cause: `card-expiry:${id}:2026-04-30` }])
  expect(mails[0]!.subject).toContain('4242')
  expect(mails[0]!.textBody).toMatch(/April 2026[\s\S]*\/account\/manage_cards/)
  expect(mails[0]!.textBody + mails[0]!.subject).not.toMatch(/\{[a-z ]+\}/)
  const client = await signedInClient(app, partner, member.id)
  expect(await listed(client)).toMatchObject([{ expiresOn: '2026-04-30', hint: 'expires_soon' }])
  app.clock.set('2026-03-10T18:00:00Z')
})

test('removed, expired, without an expiry, of a closed account, unconfirmed, of another partner -> no mail', async () => {
  const [partner, other] = [app.newPartner(), app.newPartner()]
  const soon = { expiresOn: '2026-03-31' }
  const member = await newMember(app, partner)
  await newLinkedCard(app, member, { ...soon, removedAt: new Date('2026-01-01T00:00:00Z') })
  await newLinkedCard(app, member, { expiresOn: '2026-02-28' })
  await newLinkedCard(app, member)
  await newLinkedCard(app, await newMember(app, partner, { memberType: 'ClosedAccountMember' }), soon)
  await newLinkedCard(app, await newMember(app, partner, { emailConfirmedAt: null }), soon)
  await newLinkedCard(app, await newMember(app, other), soon)
  expect(await runJob(partner)).toBe(0)
})

test('typed card -> its expiry is kept; the same with a later one -> renewed, for its member only', async () => {
  const partner = app.newPartner()
  const [mine, other] = [await newMember(app, partner), await newMember(app, partner)]
  const client = await signedInClient(app, partner, mine.id)
  const card = (cardExpiry: string) => frameCard(partner, '4000000000000077', { cardExpiry })
  const { memberCard } = await link(client, card('202603'))
  expect(await listed(client)).toMatchObject([{ expiresOn: '2026-03-31', hint: 'expires_soon' }])

  const later = card('203003')
  expect((await link(await signedInClient(app, partner, other.id), later)).error.code).toBe(
    'card_already_linked',
  )
  expect((await link(client, later)).memberCard.id).toBe(memberCard.id)
  expect((await link(client, card('203003'))).error.code).toBe('card_already_yours')
  const items = await listed(client)
  expect(items).toMatchObject([{ id: memberCard.id, expiresOn: '2030-03-31' }])
  expect(items[0]).not.toHaveProperty('hint')
})

test('card without a dine for 60 days -> a hint; with one -> none', async () => {
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  const [quiet, used] = [await newLinkedCard(app, member), await newLinkedCard(app, member)]
  await newLinkedCard(app, member, { linkedAt: new Date('2026-03-01T00:00:00Z') })
  const dines = [
    [quiet.id, '2026-01-08T20:00:00'],
    [used.id, '2026-01-10T20:00:00'],
  ] as const
  for (const [linkedCardId, dinedAt] of dines)
    await app.database.db
      .insertInto('dines')
      .values({
        id: `dine-${linkedCardId}`,
        partnerId: partner.slug,
        memberId: member.id,
        linkedCardId,
        dinedAt,
        cardLastFour: '4242',
        merchantName: 'Lume',
        sourceTransactionId: linkedCardId,
        status: 'Forfeit',
        decision: '{}',
        createdAt: dinedAt,
        updatedAt: dinedAt,
      })
      .execute()
  const client = await signedInClient(app, partner, member.id)
  const hints = (await listed(client)).map(({ id, hint }: { id: string; hint?: string }) => [id, hint])
  expect(Object.fromEntries(hints)).toMatchObject({ [quiet.id]: 'no_recent_dine', [used.id]: undefined })
  expect(hints.filter(([, hint]: string[]) => hint)).toHaveLength(1)
})
