import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { testContent } from '../content/content-for-test.ts'
import { storedContent } from '../content/stored-content.service.ts'

const app = await createTestApp()
const hours = (count: number) => minutes(60 * count)
const { db } = app.database

const at = ({ slug }: Partner, rest = '') => `/api/Console/Programs/${slug}/Content/earn_banner/spring${rest}`

async function entryOf(client: TestClient, partner: Partner) {
  return (await client.get(at(partner))).json().entry
}

async function send(client: TestClient, partner: Partner, verb: string, body: object = {}) {
  const { version } = await entryOf(client, partner)
  return client.send('POST', at(partner, `/${verb}`), { version, ...body })
}

const draft = (client: TestClient, partner: Partner, fields: object) =>
  send(client, partner, 'Draft', { fields })
const publish = (client: TestClient, partner: Partner, body: object = {}) =>
  send(client, partner, 'Publish', { reason: 'Spring campaign', ...body })

/** As members get it. */
async function shownAt(partner: Partner): Promise<string[]> {
  const { data } = (await newClient(app, partner).get('/api/cms/pages/earn_banner/')).json()
  return data.map(({ fields }: { fields: { text: string } }) => fields.text)
}

const problemOf = (response: { statusCode: number; json(): { fieldErrors?: { field: string }[] } }) => [
  response.statusCode,
  response.json().fieldErrors?.[0]?.field,
]
const inHours = (count: number) => new Date(app.clock.now().getTime() + hours(count)).toISOString()

async function editor() {
  const partner = app.newPartner()
  return { partner, client: await consoleClient(app, 'content', partner.slug) }
}

const openedAt = async (partner: Partner, address: string) =>
  (await newClient(app, partner).get(address.slice(new URL(address).origin.length))).statusCode

describe('an entry', () => {
  test('preview: after a minute, of another program, to another site, of who may do nothing any more -> 404', async () => {
    const { partner, client } = await editor()
    const address = async () => (await send(client, partner, 'Preview')).json().address as string
    expect(await openedAt(app.newPartner(), await address())).toBe(404)
    const elsewhere = (await address()).replace('to=%2Fearn', 'to=%2F%2Fevil.example')
    expect(await openedAt(partner, elsewhere)).toBe(404)
    const late = await address()
    app.clock.advance(minutes(1))
    expect(await openedAt(partner, late)).toBe(404)
    expect(await openedAt(partner, await address())).toBe(303)
    const last = await address()
    await db.deleteFrom('staffRoles').where('partnerId', '=', partner.slug).execute()
    expect(await openedAt(partner, last)).toBe(404)
  })

  test('draft -> a preview only; published -> members; the version before -> restored by writing it again', async () => {
    const { partner, client } = await editor()
    const before = await shownAt(partner)
    await draft(client, partner, { text: 'Spring <b>menu</b>' })
    expect(await shownAt(partner)).toEqual(before)

    const { address } = (await send(client, partner, 'Preview')).json()
    const preview = newClient(app, partner)
    const opened = await preview.get(address.slice(new URL(address).origin.length))
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/earn?preview=1'])
    expect(await openedAt(partner, address)).toBe(404)
    const seen = (await preview.get('/api/cms/pages/earn_banner/?preview=1')).json().data
    expect(seen[0]).toMatchObject({ slug: 'spring', status: 'draft' })

    const published = (await publish(client, partner)).json().entry
    expect(published).toMatchObject({ draft: null, versions: [{ version: 1, state: 'shown' }] })
    expect(await shownAt(partner)).toEqual(['Spring <b>menu</b>', ...before])

    await draft(client, partner, { text: 'Summer' })
    const { versions } = (await publish(client, partner)).json().entry
    expect(versions.map(({ state }: { state: string }) => state)).toEqual(['shown', 'replaced'])
    await draft(client, partner, versions[1].fields)
    await publish(client, partner)
    expect((await shownAt(partner))[0]).toBe('Spring <b>menu</b>')

    const history = (await client.get(`/api/Console/Programs/${partner.slug}/History`)).json().changes
    expect(history[0]).toMatchObject({
      action: 'content.publish',
      subject: 'earn_banner/spring',
      reason: 'Spring campaign',
    })
  })

  test('scheduled -> shown when its time comes, gone when it ends, in every process', async () => {
    const { partner, client } = await editor()
    const other = testContent({ stored: storedContent({ db, clock: app.clock }) }).store
    const texts = async () => {
      await other.refresh(partner)
      return (await other.entriesOf(partner, 'earn_banner')).map(({ slug }) => slug)
    }
    const before = await texts()
    await draft(client, partner, { text: 'Spring' })
    const schedule = { from: inHours(1), until: inHours(3) }
    const entry = (await publish(client, partner, schedule)).json().entry
    expect(entry.versions[0]).toMatchObject({ state: 'scheduled', ...schedule })
    expect(await texts()).toEqual(before)
    app.clock.advance(hours(2))
    const fresh = await consoleClient(app, 'content', partner.slug)
    expect(await texts()).toEqual(['spring', ...before])
    expect((await entryOf(fresh, partner)).versions[0].state).toBe('shown')
    app.clock.advance(hours(2))
    expect(await texts()).toEqual(before)
  })

  test.each([
    ['in the past', { from: '2026-01-01T12:00:00Z' }, 'from'],
    ['that ends before it begins', { from: '2027-05-02T12:00:00Z', until: '2027-05-01T12:00:00Z' }, 'until'],
    ['that has ended', { until: '2026-01-01T12:00:00Z' }, 'until'],
    ['that is no time', { from: 'tomorrow' }, 'from'],
  ])('a schedule %s -> 400 in words, the draft stays', async (_case, schedule, field) => {
    const { partner, client } = await editor()
    await draft(client, partner, { text: 'Spring' })
    expect(problemOf(await publish(client, partner, schedule))).toEqual([400, field])
    expect((await entryOf(client, partner)).draft.fields).toEqual({ text: 'Spring' })
  })

  test('a draft that is not whole -> saved, with what is wrong; not published', async () => {
    const { partner, client } = await editor()
    const saved = (await draft(client, partner, { url: 'javascript:alert(1)' })).json().entry
    expect(saved.problems.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'fields.text',
      'fields.url',
    ])
    expect(problemOf(await publish(client, partner))[0]).toBe(400)
  })

  test('markup that runs -> taken out of what is saved', async () => {
    const { partner, client } = await editor()
    const name = `/api/Console/Programs/${partner.slug}/Content/sidebar/overview`
    const fields = {
      main_column: [
        { type: 'body_text', fields: { body_text: '<p onclick="x()">Dine<script>1</script></p>' } },
      ],
    }
    const answer = await client.send('POST', `${name}/Draft`, { fields, version: 'none' })
    expect(JSON.stringify(answer.json().entry.draft.fields)).toContain('"<p>Dine</p>"')
  })

  test('that ships -> removed, and back with the next version', async () => {
    const { partner, client } = await editor()
    const footer = `/api/Console/Programs/${partner.slug}/Content/global/footer`
    const links = async () => {
      const { data } = (await newClient(app, partner).get('/api/cms/pages/global/')).json()
      return data.map(({ slug }: { slug: string }) => slug)
    }
    expect(await links()).toContain('footer')
    const removal = { remove: true, version: 'none', reason: 'Testing' }
    expect((await client.send('POST', `${footer}/Publish`, removal)).json().entry).toMatchObject({
      shown: null,
      versions: [{ state: 'removed', fields: null }],
    })
    expect(await links()).not.toContain('footer')
  })

  test('changed meanwhile -> 409, and the draft of the other stays', async () => {
    const { partner, client } = await editor()
    const other = await consoleClient(app, 'content', partner.slug)
    const { version } = await entryOf(other, partner)
    await draft(client, partner, { text: 'Mine' })
    const late = await other.send('POST', at(partner, '/Draft'), { fields: { text: 'Yours' }, version })
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await entryOf(other, partner)).draft.fields).toEqual({ text: 'Mine' })
    expect((await send(other, partner, 'Discard', {})).json().entry.draft).toBeNull()
  })

  test('two at once -> one is saved, the other hears of it', async () => {
    const { partner, client } = await editor()
    const other = await consoleClient(app, 'content', partner.slug)
    const both = await Promise.all(
      [client, other].map((one, index) =>
        one.send('POST', at(partner, '/Draft'), { fields: { text: `${index}` }, version: 'none' }),
      ),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('of a name that no page shows, or a kind that there is not -> 400, 404; of another program -> 404', async () => {
    const { partner, client } = await editor()
    const post = (path: string) =>
      client.send('POST', `/api/Console/Programs/${path}/Draft`, { fields: {}, version: 'none' })
    expect((await post(`${partner.slug}/Content/global/sidebar`)).statusCode).toBe(400)
    expect((await post(`${partner.slug}/Content/posters/spring`)).statusCode).toBe(404)
    expect((await post(`${app.newPartner().slug}/Content/earn_banner/spring`)).statusCode).toBe(404)
  })

  test('by those who may not -> 403', async () => {
    const { partner, client } = await editor()
    await draft(client, partner, { text: 'Spring' })
    const viewer = await consoleClient(app, 'viewer', partner.slug)
    expect((await draft(viewer, partner, { text: 'Mine' })).statusCode).toBe(403)
    expect((await publish(viewer, partner)).statusCode).toBe(403)
  })
})

test('the list -> every kind, with what is shown, and what waits', async () => {
  const { partner, client } = await editor()
  await draft(client, partner, { text: 'Spring' })
  const { entries } = (await client.get(`/api/Console/Programs/${partner.slug}/Content`)).json()
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'earn_banner', slug: 'spring', state: 'draft', hasDraft: true }),
  )
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'global', slug: 'navbar', state: 'shipped', hasDraft: false }),
  )
})

test('what has changed -> only those partners, once', async () => {
  const { partner, client } = await editor()
  const stored = storedContent({ db, clock: app.clock })
  const slugs = [partner.slug, app.newPartner().slug]
  expect(await stored.changedOf(slugs)).toEqual([])
  await draft(client, partner, { text: 'Spring' })
  expect(await stored.changedOf(slugs)).toEqual([])
  await publish(client, partner, { from: inHours(1) })
  expect(await stored.changedOf(slugs)).toEqual([])
  app.clock.advance(hours(1))
  expect(await stored.changedOf(slugs)).toEqual([partner.slug])
  expect(await stored.changedOf(slugs)).toEqual([])
})
