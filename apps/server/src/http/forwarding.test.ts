import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'

test.each([
  [true, {}, ['TRUST_PROXY is set, but a request came without X-Forwarded-For']],
  [true, { 'x-forwarded-for': '203.0.113.9' }, []],
  [
    false,
    { 'x-forwarded-for': '203.0.113.9' },
    ['A proxy sends X-Forwarded-For, but TRUST_PROXY is not set'],
  ],
  [false, {}, []],
])('TRUST_PROXY %s, headers %o -> warned once: %o', async (trustProxy, headers, warnings) => {
  const lines: string[] = []
  const { app } = await createTestApp({
    trustProxy,
    logLevel: 'warn',
    logStream: { write: line => void lines.push(line) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (const path of ['/readyz', '/api/CSRF', '/api/CSRF'])
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: new Headers(headers) })
  expect(lines.map(line => JSON.parse(line).msg)).toEqual(warnings.map(text => expect.stringContaining(text)))
})
