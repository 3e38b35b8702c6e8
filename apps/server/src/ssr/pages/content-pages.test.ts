import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { readBundledContent } from '../../features/content/bundled-content.service.ts'
import { testContent } from '../../features/content/content-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const shipped = ['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk']
/** Addresses that every partner has; without content they lead to `/earn`. */
const earnPaths = ['topgolf-bonus', 'new-member-bonus', 'how-it-works', 'reservations', 'vip-upgrade'].map(
  name => `/earn/${name}`,
)

let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

const get = (slug: string, url: string) => app.app.inject({ url, headers: { host: `${slug}.localhost` } })
const mainOf = (body: string) => (/<main [\s\S]*<\/main>/.exec(body)?.[0] ?? '').replaceAll('<!-- -->', '')
const titleOf = (body: string) => /<title>([^<]*)<\/title>/.exec(body)?.[1]
const linksIn = (markup: string) => [
  ...new Set(
    [...markup.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(found => found[1]!.replaceAll('&amp;', '&')),
  ),
]

async function pathsOf(slug: string): Promise<string[]> {
  const { content } = await readBundledContent(`${root}partners`, slug)
  const own = [...content.pages, ...content.earn_details].map(({ fields }) => fields.url)
  return ['/how-it-works', '/earn', ...own.filter(url => url.startsWith('/'))]
}

describe('the words that ship', () => {
  test.each(shipped)('with %s are all served', async slug => {
    const { problems } = await readBundledContent(`${root}partners`, slug)
    expect(problems).toEqual([])
  })

  test.each(shipped)(
    'with %s make whole pages, with every placeholder filled in and every link leading on',
    async slug => {
      const links = new Set<string>()
      const descriptions: string[] = []
      for (const path of await pathsOf(slug)) {
        const { statusCode, body } = await get(slug, path)
        const main = mainOf(body)
        expect(statusCode, path).toBe(200)
        expect(main.match(/<h1[ >]/g), path).toHaveLength(1)
        descriptions.push(/<meta name="description" content="([^"]{20,})"/.exec(body)?.[1] ?? path)
        expect(main.replace(/<[^>]*>/g, ' '), path).not.toMatch(/\{[a-z][a-z0-9 ]*\}/)
        for (const link of linksIn(main)) links.add(link)
      }
      expect(descriptions).toEqual([...new Set(descriptions)])
      expect(descriptions).not.toContain(
        (await get(slug, '/')).body.match(/<meta name="description" content="([^"]*)"/)?.[1],
      )
      expect(links.size).toBeGreaterThan(2)
      for (const link of links) expect((await get(slug, link)).statusCode, link).toBeLessThan(400)
    },
  )

  test.each(shipped)('with %s tell of the ways to earn that it has', async slug => {
    const known = await pathsOf(slug)
    for (const path of earnPaths)
      expect((await get(slug, path)).statusCode, path).toBe(known.includes(path) ? 200 : 303)
  })

  test('a known page without content leads to all ways to earn', async () => {
    expect((await get('harbor', '/earn/topgolf-bonus')).headers.location).toBe('/earn')
  })

  test.each([
    ['skyward', '/how-it-works', 'How it works | Skyward Dining'],
    ['skyward', '/partners/airport-tables', 'Before you fly | Skyward Dining'],
    ['harbor', '/earn/vip-upgrade', 'The VIP rate | Harbor Rewards Dining'],
    ['tablefolk', '/earn', 'Nothing to earn here | Tablefolk'],
  ])('with %s give %s its title', async (slug, path, title) => {
    expect(titleOf((await get(slug, path)).body)).toBe(title)
  })

  test.each(['/earn/nothing', '/earn/vip-upgrade/more', '/partners', '/airport-tables'])(
    'do not make a page of %s',
    async path => {
      const { statusCode, body } = await get('skyward', path)
      expect(statusCode).toBe(404)
      expect(body).toContain('isn&#x27;t on our radar')
    },
  )

  test('where nothing is earned, the earn page says why, and neither a rate nor an offer', async () => {
    const main = mainOf((await get('tablefolk', '/earn')).body)
    expect(main).toContain('Somebody always pays for points')
    expect(main).not.toMatch(/What you earn here|No offers|per \$1|Join free/)
  })
})

describe('a content page speaks to', () => {
  let partner: Partner
  beforeAll(() => {
    partner = app.newPartner()
  })

  test('visitors of the best rate, and of joining', async () => {
    const main = mainOf((await get(partner.slug, '/earn')).body)
    expect(main).toMatch(/Up to <\/span><strong[^>]*>3<\/strong>/)
    expect(linksIn(main)).toContain('/join')
    expect(main).not.toContain('Welcome back')
  })

  test.each([
    [0, /<strong[^>]*>1<\/strong> <span>point per \$2/],
    [1, /<span>Activate your account to earn <\/span><strong[^>]*>1<\/strong>/],
    [2, /<strong[^>]*>3<\/strong> <span>points per \$1<\/span>/],
    [3, /<strong[^>]*>3<\/strong> <span>points per \$1, everywhere you eat/],
  ])('members of tier %i of their own rate, by name, and of the next dinner', async (tierLevel, rate) => {
    const member = await newMember(app, partner, { tierLevel, firstName: 'Ottoline' })
    const client = await signedInClient(app, partner, member.id)
    const main = mainOf((await client.get('/earn')).body)
    expect(main).toMatch(rate)
    expect(main).toContain('Welcome back, Ottoline')
    expect(linksIn(main)).not.toContain('/join')
    expect(linksIn(main)).toContain('/search')
  })

  test('row of restaurants: no script -> headline and link to all', async () => {
    const main = mainOf((await get('skyward', '/earn/vip-upgrade')).body)
    expect(main).toContain('First-class tables')
    expect(linksIn(main)).toContain('/search?acclaimed=true&sortBy=rating')
  })
})

describe('what editors add', () => {
  async function edited() {
    const content = testContent()
    const web = await loadWebBuild(`${root}apps/web/dist`)
    const test = await createTestApp({
      web,
      fontDir: `${root}apps/server/dist/fonts`,
      content: content.store,
    })
    const partner = test.newPartner()
    return { content, partner, client: newClient(test, partner) }
  }

  test('becomes a page at its address, and is never markup of its own', async () => {
    const { content, partner, client } = await edited()
    content.write(partner.slug, 'pages', [
      {
        slug: 'spring',
        fields: {
          url: '/offers/spring',
          title: '<img src=x onerror=alert(1)>',
          banner_text: [
            {
              type: 'body_text',
              fields: { body_text: '<p onclick="x()">Fresh <script>alert(1)</script><em>peas</em></p>' },
            },
          ],
        },
      },
    ])
    const page = await client.get('/offers/spring')
    expect(page.statusCode).toBe(200)
    const main = mainOf(page.body)
    expect(main).toContain('<p>Fresh <em>peas</em></p>')
    expect(main).not.toMatch(/<script|<img|onclick/)
    expect((await client.get('/offers/autumn')).statusCode).toBe(404)
  })

  test('shows among the ways to earn when it has a page, and not otherwise', async () => {
    const { content, partner, client } = await edited()
    const way = (slug: string, url?: string) => ({
      slug,
      fields: { title: `Way ${slug}`, ...(url ? { url } : {}) },
    })
    content.write(partner.slug, 'earn_details', [
      way('one', '/earn/one'),
      way('two'),
      way('three', '/nowhere/three'),
    ])
    content.write(partner.slug, 'earn_banner', [
      { slug: 'loud', fields: { text: 'Twice the points in May' } },
      { slug: 'silent', fields: { text: ' ' } },
    ])
    const main = mainOf((await client.get('/earn')).body)
    expect(main).toContain('Way one')
    expect(main).not.toMatch(/Way two|Way three/)
    expect(main.match(/<article/g)).toHaveLength(1)
    expect(main).toContain('Twice the points in May')
  })

  test('may be nothing: pages still have their heading', async () => {
    const { content, partner, client } = await edited()
    content.write(partner.slug, 'pages', [
      { slug: 'how-it-works', fields: null },
      { slug: 'earn', fields: null },
    ] as object[])
    for (const [path, heading] of [
      ['/how-it-works', 'How it works'],
      ['/earn', 'Ways to earn'],
    ] as const) {
      const { statusCode, body } = await client.get(path)
      expect(statusCode).toBe(200)
      expect(mainOf(body)).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`))
    }
    expect(mainOf((await client.get('/earn')).body)).toContain('No offers right now')
  })
})
