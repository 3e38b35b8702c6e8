import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testContent } from '../../features/content/content-for-test.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { expectWholePage, mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const content = testContent()
const web = await loadWebBuild(`${root}apps/web/dist`)
const app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts`, content: content.store })
const partner = app.newPartner()
const client = newClient(app, partner)
const origin = `http://${partner.slug}.localhost`
const first = await newMerchant(app, partner, { name: 'First Table' })
const second = await newMerchant(app, partner, { name: 'Second Table' })
const left = await newMerchant(app, partner, { name: 'Long Gone' }, { leftOn: '2020-01-01' })
const guide = (title: string, order: number, merchants: readonly string[]) => ({
  title,
  description: `${title}, and what is good there.`,
  author: 'Mara Quill',
  topic: 'Occasion',
  order,
  picks: merchants.map(merchant => ({ merchant, note: 'Order the <b>soup</b>.' })),
})
content.write(partner.slug, 'guides', [
  { slug: 'later', fields: guide('Worth a wait', 2, [second.id]) },
  { slug: 'sooner', fields: guide('Tonight or never', 1, [second.id, left.id, 'nowhere', first.id]) },
  { slug: 'empty', fields: guide('Nothing chosen', 3, []) },
])

test('a guide -> its restaurants in the editor’s order, with notes as text, without those that left', async () => {
  const { statusCode, body } = await client.get('/guides/sooner')
  expect(statusCode).toBe(200)
  expectWholePage(body, `${origin}/guides/sooner`)
  const main = mainOf(body).replaceAll('<!-- -->', '')
  expect([...main.matchAll(/(First Table|Second Table|Long Gone)<\/a>/g)].map(([, name]) => name)).toEqual([
    'Second Table',
    'First Table',
  ])
  expect(main).toContain('By Mara Quill')
  expect(main).toContain('Order the &lt;b&gt;soup&lt;/b&gt;.')
})

test('a guide for search engines -> an ItemList of its restaurants', async () => {
  const { body } = await client.get('/guides/sooner')
  const [, json = '[]'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
  const data = JSON.parse(json) as { '@type': string; itemListElement: { url: string }[] }[]
  const list = data.find(one => one['@type'] === 'ItemList')
  expect(list?.itemListElement.map(({ url }) => url)).toEqual([
    `${origin}/merchants/${second.id}`,
    `${origin}/merchants/${first.id}`,
  ])
})

test('all guides -> in the editors’ order, without one that chose nothing', async () => {
  const { body } = await client.get('/guides')
  expectWholePage(body, `${origin}/guides`)
  expect([...mainOf(body).matchAll(/href="\/guides\/(\w+)"/g)].map(([, slug]) => slug)).toEqual([
    'sooner',
    'later',
  ])
})

test('home and sitemap -> lead to the guides', async () => {
  const home = await client.get('/')
  expect(mainOf(home.body)).toContain('href="/guides/sooner"')
  const sitemap = await client.get('/sitemap.xml')
  expect(sitemap.body).toContain('/guides/later</loc>')
})

test.each(['/guides/nothing', '/guides/empty', '/guides/sooner/more'])('%s -> not found', async path => {
  expect((await client.get(path)).statusCode).toBe(404)
})

test('a program without guides -> says so, and its home page names none', async () => {
  const other = newClient(app, app.newPartner())
  const { statusCode, body } = await other.get('/guides')
  expect(statusCode).toBe(200)
  expect(mainOf(body)).toContain('No guides yet.')
  expect(mainOf((await other.get('/')).body)).not.toContain('/guides')
})

test.each([
  ['no ids', '', 400],
  ['an empty id', 'ids=', 400],
  ['an id of 101 characters', `ids=${'x'.repeat(101)}`, 400],
  ['61 ids', Array.from({ length: 61 }, (_, n) => `ids=${n}`).join('&'), 400],
  ['another parameter', 'ids=a&page=2', 400],
  ['a NUL', 'ids=%00', 200],
])('GET /api/v2/Merchants/List with %s -> 400 or an empty list', async (_, query, status) => {
  expect((await client.get(`/api/v2/Merchants/List?${query}`)).statusCode).toBe(status)
})

test('restaurants of another program -> left out', async () => {
  const foreign = await newMerchant(app, app.newPartner())
  const { merchants } = (await client.get(`/api/v2/Merchants/List?ids=${foreign.id}&ids=${first.id}`)).json()
  expect(merchants.map(({ id }: { id: string }) => id)).toEqual([first.id])
})
