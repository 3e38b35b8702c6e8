import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiHost } from '../../testing/api-client-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'

const apiDocsDir = join(import.meta.dirname, '../../../dist/guides')
const app = await createTestApp({ apiDocsDir })
const get = (url: string, host = apiHost) => app.app.inject({ method: 'GET', url, headers: { host } })

test('guides: each page with its files, all from this host', async () => {
  expect((await get('/')).headers.location).toBe('/docs')
  const first = await get('/docs')
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-security-policy']).toContain("script-src 'self'")
  const links = Array.from(first.body.matchAll(/<li><a href="([^"]+)"/g), ([, path]) => path!)
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    const page = await get(link)
    expect([link, page.statusCode, page.headers['content-type']]).toEqual([
      link,
      200,
      'text/html; charset=utf-8',
    ])
    const addresses = Array.from(page.body.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address!)
    for (const address of addresses.filter(one => one.startsWith('/')))
      expect([address, (await get(address.split('#')[0]!)).statusCode]).toEqual([address, 200])
    const loaded = addresses.filter(one => /\.(js|css|woff2?|png|svg)$/.test(one))
    expect(loaded.filter(one => !one.startsWith('/docs/files/'))).toEqual([])
  }
})

test('a page that there is not, and another host -> 404', async () => {
  for (const url of ['/docs/nothing', '/docs/files/../../package.json', '/docs/files/nothing.js'])
    expect((await get(url)).statusCode, url).toBe(404)
  expect((await get('/docs', 'skyward.localhost')).statusCode).toBe(404)
})
