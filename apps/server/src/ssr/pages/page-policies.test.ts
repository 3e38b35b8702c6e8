import { fileURLToPath } from 'node:url'
import { bookingProvider, hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { routeTable } from '../route-table-for-test.ts'
import { loadWebBuild } from '../web-build.ts'

/*
 * What a page may load, run and be framed by, of every row of the route table at every partner that ships, for visitors
 * and for members: what is not named here may nowhere be.
 */

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const shipped = ['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk']
const cardFrame = 'http://localhost:3001'
/** Where a card is entered. */
const cardPages = ['/add_card', '/account/manage_cards', '/reenroll']
/** Their surveys are asked in a frame of our own. */
const asking = ['harbor']

let app: TestApp
const merchants = new Map<string, string>()
const members = new Map<string, TestClient>()
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
  for (const slug of shipped) {
    const partner = app.partners.bySlug(slug)!
    const member = await newMember(app, partner, { memberType: 'NonCardMember' })
    merchants.set(slug, (await newMerchant(app, partner)).id)
    members.set(slug, await signedInClient(app, partner, member.id))
  }
})

const paths = [
  ...new Set(routeTable.map(row => row.path)),
  '/stgtools',
  '/offline.html',
  '/login/../x',
  '//x',
]

describe.each(shipped)('a page of %s', slug => {
  const visitors = {
    visitor: () => newClient(app, app.partners.bySlug(slug)!),
    member: () => members.get(slug)!,
  }
  const cases = paths.flatMap(path =>
    Object.keys(visitors).map(who => [path, who as keyof typeof visitors] as const),
  )

  // SignOut ends the session, and so comes last.
  test.each(cases.toSorted(([a], [b]) => Number(a === '/SignOut') - Number(b === '/SignOut')))(
    '%s, for a %s',
    async (path, who) => {
      const page = await visitors[who]().get(path.replace('MERCHANT', merchants.get(slug)!))
      const directives = directivesOf(String(page.headers['content-security-policy']))
      if (!page.headers['content-type']?.startsWith('text/html')) {
        const nothing = ["'none'"]
        return expect(directives).toEqual({
          'default-src': nothing,
          'base-uri': nothing,
          'frame-ancestors': nothing,
        })
      }
      const { 'frame-src': frames, 'style-src': styles, 'img-src': pictures, ...others } = directives
      expect(others).toEqual(strict)
      expect(styles?.filter(source => !/^'(self|sha256-[\w+/]{43}=)'$/.test(source))).toEqual([])
      expect(pictures).toEqual(["'self'", 'data:'])
      expect(frames).toEqual(framesOf(path))
      expect(page.headers['x-frame-options']).toBe('DENY')
      expect(page.headers['x-content-type-options']).toBe('nosniff')
      expect(page.body).not.toMatch(/<script(?![^>]*(?: src=| type="application\/(?:ld\+)?json"))[^>]*>/)
      expect(page.body).not.toMatch(/<[^>]+ (?:on[a-z]+|style)=["']/i)
    },
  )

  function framesOf(path: string): string[] {
    const entersCard = cardPages.includes(path) && hasEnrollment(app.partners.bySlug(slug)!)
    const isOpenTable = bookingProvider(app.partners.bySlug(slug)!) === 'openTable'
    const booksTables = isOpenTable && ['/merchants/MERCHANT', '/merchants/unknown'].includes(path)
    const allowed = [
      ...(entersCard ? [cardFrame] : []),
      ...(asking.includes(slug) && path !== '/offline.html' ? ["'self'"] : []),
      ...(booksTables ? ['https://www.opentable.com'] : []),
    ]
    return allowed.length > 0 ? allowed : ["'none'"]
  }
})

/** It is the same on each page, but for `frame-src`, `style-src` and `img-src`. */
const strict = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

function directivesOf(policy: string): Record<string, string[]> {
  const entries = policy.split('; ').map(directive => directive.split(' '))
  return Object.fromEntries(entries.map(([name = '', ...sources]) => [name, sources]))
}
