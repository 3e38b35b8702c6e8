import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { eventForTest, merchantOfferForTest } from '../../testing/access/console-restaurants-cases.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { newDraftId } from '../../testing/offers-for-test.ts'
import { joinProgramOf } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'

// It is March 10, 2026, 2 PM in New York.
const app = await createTestApp()

async function newScene() {
  const partner = app.newPartner()
  const { id } = await newMerchant(app, partner)
  const client = await consoleClient(app, 'restaurants', partner.slug)
  const member = await signedInClient(app, partner, (await newMember(app, partner)).id)
  const onSite = async () => (await member.get(`/api/v2/Merchants/${id}`)).json()
  return { partner, id, client, onSite, at: `/api/Console/Restaurants/${id}` }
}

describe('an event', () => {
  test('added, changed, removed, brought back -> as on its page; each is audited', async () => {
    const { id, client, onSite, at } = await newScene()
    const path = `${at}/Events/${newDraftId()}`
    const save = (version: string | null, changes = {}) =>
      client.send('PUT', path, { version, event: { ...eventForTest, ...changes } })
    const [added] = (await save(null)).json().events
    expect((await onSite()).events).toMatchObject([eventForTest])
    expect((await save(null)).json().events).toEqual([added])
    const [changed] = (await save(added.version, { title: 'Paella night' })).json().events
    expect((await onSite()).events).toMatchObject([{ title: 'Paella night' }])
    expect((await save(added.version, { title: 'Sherry night' })).json().code).toBe('changed_meanwhile')
    const removed = await client.send('POST', `${path}/Remove`, { version: changed.version })
    expect(removed.json().events).toEqual([])
    expect((await onSite()).events).toEqual([])
    expect((await save(null)).json().events).toHaveLength(1)
    expect(await auditedActions(app, id)).toEqual(Array(4).fill('merchant.event'))
  })

  test.each([
    ['without a title', { title: '' }, 'event.title'],
    ['ends before it begins', { endsAt: '2026-03-20T18:00' }, 'event.endsAt'],
    ['takes a year', { endsAt: '2027-03-20T18:00' }, 'event.endsAt'],
    ['at no time', { startsAt: '2026-03-20T25:00' }, 'event.startsAt'],
    ['leads to a script', { url: 'javascript:alert(1)' }, 'event.url'],
  ])('%s -> 400', async (_case, changes, field) => {
    const { client, at } = await newScene()
    const body = { version: null, event: { ...eventForTest, ...changes } }
    const response = await client.send('PUT', `${at}/Events/${newDraftId()}`, body)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
  })

  test('of a restaurant that is in programs of others too -> 403; of another restaurant -> 404', async () => {
    const { id, client, at } = await newScene()
    const itemId = newDraftId()
    const other = await newScene()
    const body = { version: null, event: eventForTest }
    expect((await other.client.send('PUT', `${other.at}/Events/${itemId}`, body)).statusCode).toBe(200)
    expect((await client.send('PUT', `${at}/Events/${itemId}`, body)).statusCode).toBe(404)
    expect((await client.send('PUT', `${other.at}/Events/${itemId}`, body)).statusCode).toBe(404)
    await joinProgramOf(app, other.partner, id)
    expect((await client.send('PUT', `${at}/Events/${newDraftId()}`, body)).statusCode).toBe(403)
  })
})

describe('what a restaurant gives members by itself', () => {
  test('added, changed, removed -> as members of the program see it; each is audited', async () => {
    const { partner, id, client, onSite, at } = await newScene()
    const path = `${at}/Offers/${newDraftId()}`
    const save = (version: string | null, changes = {}) =>
      client.send('PUT', path, {
        partner: partner.slug,
        version,
        offer: { ...merchantOfferForTest, ...changes },
      })
    const [added] = (await save(null)).json().offers
    expect((await onSite()).offers).toMatchObject([{ title: 'Free dessert', type: 'Unlimited' }])
    const [changed] = (await save(added.version, { endsOn: '2026-03-31' })).json().offers
    expect((await onSite()).offers).toMatchObject([{ type: 'Limited', endsOn: '2026-03-31' }])
    const remove = (version: string) =>
      client.send('POST', `${path}/Remove`, { partner: partner.slug, version })
    expect((await remove(added.version)).json().code).toBe('changed_meanwhile')
    expect((await remove(changed.version)).json().offers).toEqual([])
    expect((await onSite()).offers).toEqual([])
    expect(await auditedActions(app, id)).toEqual(Array(3).fill('merchant.offer'))
  })

  test('at a program of others -> 404; ends before it begins -> 400; without the permission -> 403', async () => {
    const [{ partner, client, at }, other] = [await newScene(), await newScene()]
    const path = `${at}/Offers/${newDraftId()}`
    const body = { partner: partner.slug, version: null, offer: merchantOfferForTest }
    expect((await client.send('PUT', path, { ...body, partner: other.partner.slug })).statusCode).toBe(404)
    expect((await other.client.send('PUT', path, body)).statusCode).toBe(404)
    const offer = { ...merchantOfferForTest, endsOn: '2026-02-01' }
    expect((await client.send('PUT', path, { ...body, offer })).json().fieldErrors[0].field).toBe(
      'offer.endsOn',
    )
    const viewer = await consoleClient(app, 'viewer', partner.slug)
    expect((await viewer.send('PUT', path, body)).statusCode).toBe(403)
  })
})
