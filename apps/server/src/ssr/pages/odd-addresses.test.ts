import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

/* These addresses have no link to them: they are truncated, invented, outdated or hostile. */

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
let app: TestApp
let partner: Partner
let id: string
let visitors: readonly TestClient[]
const lines: string[] = []
beforeAll(async () => {
  app = await createTestApp({
    web: await loadWebBuild(`${root}apps/web/dist`),
    fontDir: `${root}apps/server/dist/fonts`,
    logLevel: 'warn',
    logStream: { write: line => void lines.push(line) },
  })
  partner = app.newPartner()
  await newMerchant(app, partner)
  id = (await newBookableMerchant(app, partner)).id
  const member = await newMember(app, partner)
  visitors = [newClient(app, partner), await signedInClient(app, partner, member.id)]
})

async function pageAt(url: string, status: number): Promise<void> {
  lines.length = 0
  for (const visitor of visitors) {
    const { statusCode, headers, body } = await visitor.get(url)
    expect([statusCode, headers['content-type']], url.slice(0, 90)).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(body.match(/<h1[ >]/g), url.slice(0, 90)).toHaveLength(1)
    expect(mainOf(body), url.slice(0, 90)).not.toMatch(/NaN|undefined|\[object|Invalid Date|Unexpected/)
  }
  expect(lines, url.slice(0, 90)).toEqual([])
}

const long = 'x'.repeat(10_000)
const text = encodeURIComponent

test('return path beyond Latin -> the member is led there', async () => {
  lines.length = 0
  const { statusCode, headers } = await visitors[1]!.get(`/login?returnTo=${text('/search?location=東京')}`)
  expect([statusCode, headers.location]).toEqual([303, '/search?location=%E6%9D%B1%E4%BA%AC'])
  expect(lines).toEqual([])
})

test('port past the last one -> refused like an unknown host', async () => {
  const host = `${partner.slug}.localhost:65536`
  expect((await visitors[0]!.get('/', { host })).statusCode).toBe(421)
})

describe('a search for what cannot be is a search', () => {
  test.each([
    'latitude=999&longitude=0',
    'latitude=NaN&longitude=NaN',
    'latitude=1e309',
    'latitude=1&latitude=2&longitude=3&longitude=4',
    'radiusMiles=0',
    'radiusMiles=-1',
    'radiusMiles=1e309',
    'bounds=170,-10,-170,10',
    'bounds=-74,41,-73,40',
    'bounds=a',
    'pageNo=1000000000',
    'pageNo=1e99',
    'pageNo=-1',
    'sortBy=luck&foo=1&__proto__=x&constructor=y',
    'priceRange=9&priceRange=2&priceRange=2',
    'view=nothing&campaignCode=%3Cscript%3E',
    `restaurantOrCuisine=${long}`,
    'restaurantOrCuisine=a%00b',
    'restaurantOrCuisine=%',
    `restaurantOrCuisine=${text('🍜\u202Eمطعم')}`,
    'location=%00',
    'location=__proto__',
    `location=${long}`,
  ])('%.60s', query => pageAt(`/search?${query}`, 200))
})

describe('a restaurant’s page', () => {
  test.each([
    'reviews=1e9',
    'reviews=-1',
    'reviews=999999999',
    'date=2026-02-30&time=25:61&partySize=abc',
    'date=1999-01-01&partySize=0',
    'date=9999-12-31&partySize=1e9',
    'date=%00&date=x&time=__proto__',
  ])('is that restaurant’s, whatever else is asked: %s', query => pageAt(`/merchants/${id}?${query}`, 200))

  test.each([
    '%00',
    'a%00b',
    '..%2f..%2fetc%2fpasswd',
    '%ff',
    '%',
    '__proto__',
    long,
    'nowhere/Order',
    '%00/Order',
  ])('is not found where there is no such restaurant: %.40s', name => pageAt(`/merchants/${name}`, 404))
})

test.each(['/%', '/%ff', '/%c0%ae', '/search/%00', '/earn/..%2f..%2fetc/passwd', `/${long}`])(
  'an address that is none is a page that does not exist: %.40s',
  url => pageAt(url, 404),
)
