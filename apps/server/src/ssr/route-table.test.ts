import { fileURLToPath } from 'node:url'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { expectWholePage } from '../testing/whole-page.ts'
import { routeTable } from './route-table-for-test.ts'
import { loadWebBuild } from './web-build.ts'

/*
 * It tests every row of the route table (shell §2.1), for an anonymous visitor of each partner that ships: whether it
 * exists there, and that it is a whole page. A row whose condition a partner does not meet is not found there.
 */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const shipped = ['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk']

const statusOf = { page: 200, 'not found': 404, error: 500 } as const

let app: TestApp
const merchants = new Map<string, string>()
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
  for (const slug of shipped) merchants.set(slug, (await newMerchant(app, app.partners.bySlug(slug)!)).id)
  // The first page of a process loads what all of them use, which is not the time of one.
  await get('skyward', '/')
})

const get = (slug: string, url: string) => app.app.inject({ url, headers: { host: `${slug}.localhost` } })

describe.each(shipped)('of %s', slug => {
  test.each(routeTable)('$path', async ({ path, when, answer }) => {
    const partner = app.partners.bySlug(slug)!
    const address = path.replace('MERCHANT', merchants.get(slug)!)
    // An address may be in the table twice, on different conditions.
    if (!when(partner) && routeTable.some(row => row.path === path && row.when(partner))) return
    const exists = when(partner)
    const page = await get(slug, address)
    if (exists && (answer === 'sign in' || typeof answer === 'object')) {
      const wayBack = `${signInPath(partner)}?returnTo=${encodeURIComponent(address)}`
      expect(page.statusCode).toBe(303)
      return expect(page.headers.location).toBe(answer === 'sign in' ? wayBack : answer.to)
    }
    expect(page.statusCode).toBe(exists ? statusOf[answer as keyof typeof statusOf] : 404)
    expectWholePage(page.body, `http://${slug}.localhost${address.split('?', 1)[0]}`)
    if (page.statusCode >= 400) expect(page.body).toContain('<meta name="robots" content="noindex"')
  })

  test.each(['/Account', '/Account/overview', '/JOIN', '/Search', '/merchants/MERCHANT/order', '/signout'])(
    '%s, in another letter case, is not found',
    async path => {
      expect((await get(slug, path.replace('MERCHANT', merchants.get(slug)!))).statusCode).toBe(404)
    },
  )
})

describe('sign-in has one address', () => {
  test('/login of a partner with single sign-on leads to /Login, with the way back', async () => {
    const { statusCode, headers } = await get('meridian', '/login?returnTo=%2Faccount')
    expect(statusCode).toBe(303)
    expect(headers.location).toBe('/Login?returnTo=%2Faccount')
  })

  test('/Login of a partner that signs people in here is not found', async () => {
    expect((await get('skyward', '/Login')).statusCode).toBe(404)
  })
})

describe('staging tools', () => {
  test.each([
    [false, 200],
    [true, 404],
  ])('in production %s: %i', async (production, status) => {
    const web = await loadWebBuild(`${root}apps/web/dist`)
    const here = await createTestApp({ web, production, fontDir: `${root}apps/server/dist/fonts` })
    const answer = await here.app.inject({ url: '/stgtools', headers: { host: 'skyward.localhost' } })
    expect(answer.statusCode).toBe(status)
  })
})

test('an error page has a code that the log knows the request by', async () => {
  const codes = await Promise.all(['/error', '/error'].map(async path => (await get('harbor', path)).body))
  const [first, second] = codes.map(body => /tell us this code: ([0-9a-f-]{36})/.exec(body)?.[1])
  expect(first).toBeTruthy()
  expect(second).not.toBe(first)
})

test.each(['/join', '/login', '/recover'])('POST %s without a body -> the form with errors', async url => {
  const response = await app.app.inject({ method: 'POST', url, headers: { host: 'skyward.localhost' } })
  expect(response.statusCode).toBe(400)
  expect(response.body).toContain('aria-invalid="true"')
})
