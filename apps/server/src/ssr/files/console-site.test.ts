import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { publishAssets } from '../../features/web-assets/web-assets.service.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { requireOwnHosts } from '../../world.ts'

const dir = mkdtempSync(join(tmpdir(), 'dw-console-'))
mkdirSync(join(dir, 'assets'))
writeFileSync(join(dir, 'assets', 'main-1.js'), 'export {}')
writeFileSync(join(dir, 'index.html'), '<meta name="style-nonce" content="__STYLE_NONCE__">')

let product: TestApp
beforeAll(async () => {
  product = await createTestApp({ consoleSite: { dir } })
})
const at = (host: string, url: string) => product.app.inject({ url, headers: { host } })

test('any page of the console -> its document, with a nonce of its own that the policy names', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/members/abc?query=x', '/no-such-page']) {
    const { statusCode, headers, body } = await at('console.localhost:3000', url)
    const [, nonce = ''] = /content="([^"]+)"/.exec(body) ?? []
    const policy = String(headers['content-security-policy'])
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('files: of this build for good, of another build from the database, unknown -> 404', async () => {
  await publishAssets(product.database.db, [
    { file: 'assets/other-2.js', content: async () => Buffer.from('export default 2') },
  ])
  const own = await at('console.localhost', '/assets/main-1.js')
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const other = await at('console.localhost', '/assets/other-2.js')
  expect([other.statusCode, other.body]).toEqual([200, 'export default 2'])
  expect((await at('console.localhost', '/assets/none-3.js')).statusCode).toBe(404)
  expect((await at('console.localhost', '/api/none')).statusCode).toBe(404)
})

test('at a partner’s site -> neither document nor files', async () => {
  for (const url of ['/members', '/sign-in', '/assets/main-1.js'])
    expect((await at('skyward.localhost', url)).body).not.toMatch(/style-nonce|export \{\}/)
})

test('a host of the console that is a partner’s -> refused at the start, by name', () => {
  const partner = product.newPartner({ settings: { hostNames: ['dining.example.com'] } })
  const start = (host: string) => () => requireOwnHosts({ consoleHosts: [host], apiHosts: [] }, [partner])
  expect(start('dining.example.com')).toThrow(`is a host of ${partner.slug}`)
  expect(start('console.example.com')).not.toThrow()
})
