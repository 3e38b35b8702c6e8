import { expect, test } from 'vitest'
import { consoleHost } from '../testing/access/console-for-test.ts'
import { createTestApp } from '../testing/test-app.ts'

const app = await createTestApp()
const { slug } = app.newPartner()

const call = (method: string, url: string, host = `${slug}.localhost`) =>
  app.app.inject({ method: method as 'GET', url, headers: { host } })

test.each([
  ['POST', '/api/Member', 'DELETE, GET, HEAD, PUT'],
  ['GET', '/api/SignIn', 'POST'],
  ['PATCH', '/api/Member/Cards', 'DELETE, GET, HEAD, POST, PUT'],
  ['DELETE', '/api/v2/Merchants/casa-1?x=1', 'GET, HEAD'],
  ['GET', '/hooks/fidel/transaction.auth', 'POST'],
  ['OPTIONS', '/healthz', 'GET, HEAD'],
  ['DELETE', '/sitemap.xml', 'GET, HEAD'],
])('%s %s, which is served otherwise -> 405 and the methods that are', async (method, url, allow) => {
  const response = await call(method, url)
  expect(response.statusCode).toBe(405)
  expect(response.headers.allow).toBe(allow)
  expect(response.json()).toMatchObject({ code: 'method_not_allowed', requestId: expect.any(String) })
})

test('the console: another method -> 405 with those of the console', async () => {
  const response = await call('PUT', '/api/Console/Audit', consoleHost)
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('an address that is not served, or not at this host -> 404', async () => {
  expect((await call('POST', '/api/Nothing')).statusCode).toBe(404)
  expect((await call('PUT', '/api/Console/Audit')).statusCode).toBe(404)
  expect((await call('POST', '/api/Member', consoleHost)).statusCode).toBe(404)
})
