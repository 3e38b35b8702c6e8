import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { newClient, signedInClient } from '../testing/test-client.ts'
import { loadWebBuild } from './web-build.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

const partnerWith = (maintenance: object, like = 'skyward') =>
  app.newPartner({ like, settings: { maintenance: { everywhere: false, paths: [], ...maintenance } } })
const heading = /<h1[^>]*>We&#x27;re Working On It<\/h1>/

describe('a page that is being worked on', () => {
  test.each([
    ['/login', 'Signing in is having an issue'],
    ['/join', 'Joining is having an issue'],
    ['/search', 'Something here is having an issue'],
    ['/account/overview', 'Something here is having an issue'],
    ['/nowhere', 'Something here is having an issue'],
  ])('%s says so, to come back later, and to search engines that it is no page', async (path, words) => {
    const page = await newClient(app, partnerWith({ everywhere: true })).get(path)
    expect(page.statusCode).toBe(503)
    expect(page.headers['retry-after']).toBe('600')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toMatch(heading)
    expect(page.body).toContain(words)
    expect(page.body).toContain('please check back later')
    expect(page.body).toContain('<meta name="robots" content="noindex"')
  })

  test('of a partner with single sign-on is about signing in at /Login', async () => {
    const page = await newClient(app, partnerWith({ paths: ['/Login'] }, 'meridian')).get('/Login')
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain('Signing in is having an issue')
  })

  test('offers the home page, unless that is being worked on as well', async () => {
    const withHome = await newClient(app, partnerWith({ paths: ['/join'] })).get('/join')
    const without = await newClient(app, partnerWith({ paths: ['/join', '/'] })).get('/join')
    const homeButton = /<main[\s\S]*href="\/"[\s\S]*<\/main>/
    expect(withHome.body).toMatch(homeButton)
    expect(without.body).not.toMatch(homeButton)
  })

  test('takes no form', async () => {
    const partner = partnerWith({ paths: ['/login'] })
    const answer = await app.app.inject({
      method: 'POST',
      url: '/login',
      headers: { host: `${partner.slug}.localhost`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'userName=a%40b.example&password=Dinner-For-2!',
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toMatch(heading)
  })
})

describe('while some pages are being worked on', () => {
  test('the others are as ever', async () => {
    const client = newClient(app, partnerWith({ paths: ['/join', '/account'] }))
    for (const path of ['/', '/search', '/login']) expect((await client.get(path)).statusCode).toBe(200)
    expect((await client.get('/account/manage_cards')).statusCode).toBe(503)
  })
})

describe('while everything is being worked on', () => {
  test('the API, signing out, health, brand files and what search engines ask for stay as they are', async () => {
    const partner = partnerWith({ everywhere: true })
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const logo = /\/brand\/logo-[\w-]+\.svg/.exec((await client.get('/')).body)![0]
    for (const path of [
      '/api/Member',
      '/api/v2/Merchants/Search',
      '/healthz',
      '/robots.txt',
      '/sitemap.xml',
      logo,
    ])
      expect((await client.get(path)).statusCode, path).toBe(200)
    const signedOut = await client.get('/SignOut')
    expect(signedOut.statusCode).toBe(200)
    expect(signedOut.body).toContain('You are signed out')
    expect((await client.get('/api/Member')).statusCode).toBe(401)
  })

  test('other partners notice nothing', async () => {
    partnerWith({ everywhere: true })
    expect((await newClient(app, app.newPartner()).get('/')).statusCode).toBe(200)
  })
})
