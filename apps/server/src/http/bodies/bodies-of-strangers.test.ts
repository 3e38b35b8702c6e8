import { beforeAll, expect, test } from 'vitest'
import { consoleContracts, contracts } from '../../testing/access/contracts.ts'
import { rawAnswer } from '../../testing/raw-connection.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { browserAt } from '../../testing/test-client.ts'

const app = await createTestApp()
const partner = app.newPartner()
let port: number
beforeAll(async () => {
  port = Number(new URL(await app.app.listen({ port: 0 })).port)
})

const guarded = [...contracts, ...consoleContracts].filter(
  ([, { method, access, body }]) => method !== 'GET' && access !== 'public' && body,
)

/** Of a body of 60 MB not a byte is sent: an answer that waited for it would never come. */
test.each(guarded)('%s of a stranger -> refused before the body is read', async (name, { method, path }) => {
  const isOfConsole = name.includes('/api/Console/')
  const host = isOfConsole ? 'console.localhost' : `${partner.slug}.localhost`
  const client = browserAt(app, host)
  const token = (await client.get('/api/CSRF')).json().csrfToken
  const answer = await rawAnswer(
    port,
    [
      `${method} ${path.replace(/:\w+/g, 'x')} HTTP/1.1`,
      `host: ${host}`,
      `cookie: ${[...client.cookies].map(pair => pair.join('=')).join('; ')}`,
      `x-xsrf-token: ${token}`,
      'content-type: application/json',
      'content-length: 60000000',
      'connection: close',
      '\r\n',
    ].join('\r\n'),
  )
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})
