import { Writable } from 'node:stream'
import { buildPartner, type Partner } from '@dineward/core/partner/partner.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { appPicturesOf, findAppPictureProblems, pictureUrl } from './app-icons.ts'

interface Manifest {
  readonly name: string
  readonly short_name: string
  readonly description: string
  readonly theme_color: string
  readonly background_color: string
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[]
  readonly shortcuts: readonly { url: string }[]
}

const shipped = ['skyward', 'meridian', 'harbor', 'cellwave', 'tablefolk']
const logged: string[] = []
let testApp: TestApp
beforeAll(async () => {
  const logStream = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  })
  testApp = await createTestApp({ logLevel: 'error', logStream })
})

const get = (slug: string, url: string) => testApp.app.inject({ url, headers: { host: `${slug}.localhost` } })
const manifestOf = async (slug: string): Promise<Manifest> =>
  (await get(slug, '/manifest.webmanifest')).json()
const pixels = async (slug: string, url: string) =>
  sharp((await get(slug, url)).rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

describe.each(shipped)('%s', slug => {
  test('has a manifest of its own, in its words and colors', async () => {
    const { headers, statusCode } = await get(slug, '/manifest.webmanifest')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/manifest+json'])
    const { settings, theme } = testApp.partners.bySlug(slug)!
    expect(await manifestOf(slug)).toMatchObject({
      id: '/',
      name: settings.programName,
      description: settings.routeMeta['/']?.description,
      start_url: '/?source=pwa',
      scope: '/',
      display: 'standalone',
      theme_color: theme.colors.header,
      background_color: theme.colors.page,
    })
  })

  test('is called by a name that has room below an icon', async () => {
    expect((await manifestOf(slug)).short_name).toMatch(/^[^{}]{3,12}$/)
  })

  test('has icons that are what the manifest says', async () => {
    const { icons } = await manifestOf(slug)
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src, sizes } of icons) {
      const { headers, rawPayload } = await get(slug, src)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const { format, width, height } = await sharp(rawPayload).metadata()
      expect([format, `${width}x${height}`]).toEqual(['png', sizes])
    }
  })

  test('has a mark in the part of a maskable icon that nothing cuts off, and ground around it', async () => {
    const icon = (await manifestOf(slug)).icons.find(({ purpose }) => purpose === 'maskable')!
    const { data, info } = await pixels(slug, icon.src)
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ]
    const ground = at(0, 0)
    const counts = { inside: 0, outside: 0 }
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const [r = 0, g = 0, b = 0, alpha] = at(x, y)
        expect(alpha).toBe(255)
        if (Math.abs(r - ground[0]!) + Math.abs(g - ground[1]!) + Math.abs(b - ground[2]!) < 60) continue
        counts[
          Math.hypot(x + 0.5 - info.width / 2, y + 0.5 - info.height / 2) <= 0.4 * info.width
            ? 'inside'
            : 'outside'
        ] += 1
      }
    expect(counts.inside).toBeGreaterThan(0.04 * info.width * info.height)
    expect(counts.outside).toBeLessThan(0.01 * counts.inside)
  })

  test('has an icon for phones without a manifest, and a picture for links', async () => {
    const { icons, social } = appPicturesOf(testApp.partners.bySlug(slug)!)
    const touch = await pixels(slug, pictureUrl(icons.find(({ purpose }) => purpose === 'touch')!))
    expect([touch.info.width, touch.info.height, touch.data[3]]).toEqual([180, 180, 255])
    const link = await pixels(slug, pictureUrl(social))
    expect([link.info.width, link.info.height]).toEqual([1200, 630])
  })
})

describe('partners', () => {
  test('share no icon: the address of one is not there for another', async () => {
    const addresses = new Map<string, string>()
    for (const slug of shipped)
      for (const { src } of (await manifestOf(slug)).icons) addresses.set(`${slug} ${src}`, src)
    expect(new Set(addresses.values()).size).toBe(shipped.length * 4)
    const [first] = (await manifestOf('skyward')).icons
    expect((await get('harbor', first!.src)).statusCode).toBe(404)
  })

  test('without members have no way to an account', async () => {
    const urls = async (slug: string) => (await manifestOf(slug)).shortcuts.map(({ url }) => url)
    expect(await urls('skyward')).toEqual(['/search?source=pwa', '/account/overview?source=pwa'])
    expect(await urls('tablefolk')).toEqual(['/search?source=pwa'])
  })

  test.each([
    '/brand/icon-',
    '/brand/icon-192-AAAAAAAAAA.png',
    '/brand/icon-..%2f..%2fx.png',
    '/brand/og-.png',
  ])('%s -> 404', async url => {
    expect((await get('skyward', url)).statusCode).toBe(404)
  })
})

test('an icon is drawn once, however many ask for it', async () => {
  const [icon] = appPicturesOf(testApp.newPartner()).icons
  const [first, second] = await Promise.all([icon!.content(), icon!.content()])
  expect(second).toBe(first)
})

describe('a mark that cannot be drawn', () => {
  const svg = (inside: string, box = '0 0 64 64') =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`
  const marks: [string, string][] = [
    ['shows nothing', svg('')],
    ['is no picture', svg('<path d="M0 0h64v64z"')],
    ['is a line of writing', svg('<rect width="640" height="64" fill="#f00"/>', '0 0 640 64')],
  ]
  const partnerWith = (logoMark: string): Partner => {
    const { source } = testApp.newPartner()
    const built = buildPartner({ ...source, logoMark }, { settings: { hostNames: [] } })
    if (!built.ok) throw new Error('The partner is refused for something else.')
    return built.partner
  }

  test.each(marks)('since it %s is refused with a sentence that names the file', async (_, mark) => {
    expect(await findAppPictureProblems(partnerWith(mark))).toEqual([
      expect.stringMatching(/^logo-mark\.svg: cannot be drawn as an app icon — .{10,}/),
    ])
  })

  test('is left out of the manifest, which says so in the log once', async () => {
    const partner = partnerWith(svg(''))
    testApp.partners.add(partner)
    const client = newClient(testApp, partner)
    logged.length = 0
    for (let time = 0; time < 3; time++) {
      const manifest = await client.get('/manifest.webmanifest')
      expect([manifest.statusCode, manifest.json().icons]).toEqual([200, []])
    }
    expect(logged.filter(line => line.includes('logo-mark.svg'))).toHaveLength(1)
    const [icon] = appPicturesOf(partner).icons
    expect((await client.get(pictureUrl(icon!))).statusCode).toBe(404)
  })
})
