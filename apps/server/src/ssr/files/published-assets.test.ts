import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { publishAssets } from '../../features/web-assets/web-assets.service.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { loadWebBuild } from '../web-build.ts'
import { createAssetPublisher } from './asset-publisher.ts'
import { assetsOfBuild } from './published-files.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ web: await loadWebBuild(`${root}apps/web/dist`) }, { ownDatabase: true })
})

const get = (url: string, headers = {}) =>
  app.app.inject({ url, headers: { host: 'skyward.localhost', ...headers } })
const asset = (file: string, text: string) => ({ file, content: async () => Buffer.from(text) })
const publish = (...assets: ReturnType<typeof asset>[]) => publishAssets(app.database.db, assets)
const stored = async () =>
  (await app.database.db.selectFrom('webAssets').select('file').execute()).map(({ file }) => file)

test('with pages and their files -> the documented calls are still only those of programs', async () => {
  const { paths } = (await get('/api/openapi.json')).json()
  expect(Object.keys(paths).filter(path => !/^\/(api|hooks)\/|^\/session_link$/.test(path))).toEqual([])
})

test.each([
  [416, 'range_not_satisfiable', { range: 'bytes=99999999-' }],
  [412, 'precondition_failed', { 'if-match': '"another"' }],
  [412, 'precondition_failed', { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }],
])('file that is not as the request demands -> %i %s', async (status, code, headers) => {
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec((await get('/')).body) ?? []
  expect((await get(script)).statusCode).toBe(200)
  const refused = await get(script, headers)
  expect([refused.statusCode, refused.json().code]).toEqual([status, code])
})

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['', undefined, (body: Buffer) => body],
])(
  "a program's words, to a browser that accepts %j -> %s, the same text",
  async (accepted, encoding, read) => {
    const [url = ''] = /\/brand\/brand-[\w-]+\.json/.exec((await get('/')).body) ?? []
    const plain = (await get(url, { 'accept-encoding': 'identity' })).body
    expect(JSON.parse(plain).partner.slug).toBe('skyward')
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(read(rawPayload).toString()).toBe(plain)
  },
)

describe('a page of another build names a file that this one does not have', () => {
  test('published -> found as if it were ours, compressed on the way', async () => {
    const script = `export const build = "another${' '.repeat(2_000)}"`
    await publish(asset('assets/entry-0123abcd.js', script), asset('assets/page-0123abcd.css', 'a{}'))
    const { statusCode, headers, body } = await get('/assets/entry-0123abcd.js')
    expect([statusCode, body]).toEqual([200, script])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('/assets/entry-0123abcd.js', { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-encoding': 'br',
    })
    expect((await get('/assets/page-0123abcd.css')).headers['content-type']).toMatch(/^text\/css/)
  })

  test("a partner's logo -> found there, and not at another partner", async () => {
    await publish(asset('brand/skyward/logo-0123456789.svg', '<svg/>'))
    const logo = await get('/brand/logo-0123456789.svg')
    expect([logo.statusCode, logo.headers['content-type'], logo.body]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      '<svg/>',
    ])
    expect((await get('/brand/logo-0123456789.svg', { host: 'harbor.localhost' })).statusCode).toBe(404)
  })

  test.each(['/assets/entry-ffffffff.js', '/assets/', '/assets/%2e%2e/brand/skyward/logo-0123456789.svg'])(
    'not published: %s -> 404',
    async url => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  test('the database is away -> 503 with a time to come back, not a 404 that a cache might keep', async () => {
    const down = await createTestApp({
      web: await loadWebBuild(`${root}apps/web/dist`),
      db: {
        selectFrom() {
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        },
      } as never,
    })
    const answer = await down.app.inject({
      url: '/assets/entry-0123abcd.js',
      headers: { host: 'skyward.localhost' },
    })
    expect([answer.statusCode, Boolean(answer.headers['retry-after'])]).toEqual([503, true])
  })
})

describe('what is kept', () => {
  test('every file of this build, each once, however many processes publish it', async () => {
    const files = await assetsOfBuild(`${root}apps/web/dist/client/assets`)
    expect(files.length).toBeGreaterThan(50)
    const publishers = [1, 2].map(() => createAssetPublisher(app.database.db, app.app.log))
    await Promise.all(publishers.map(publisher => publisher.publish(files)))
    for (const publisher of publishers) publisher.close()
    expect(await stored()).toEqual(expect.arrayContaining(files.map(({ file }) => file)))
  })

  test('for 30 days after the last process that served it', async () => {
    await publish(asset('assets/of-last-month.js', ''), asset('assets/still-served.js', ''))
    await sql`update web_assets set published_at = now() - interval '31 days'
      where file in ('assets/of-last-month.js', 'assets/still-served.js')`.execute(app.database.db)
    await publish(asset('assets/still-served.js', ''))
    expect(await stored()).toContain('assets/still-served.js')
    expect(await stored()).not.toContain('assets/of-last-month.js')
  })
})
