import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { rawConnection } from '../../testing/raw-connection.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, tokenHeader } from '../../testing/test-client.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const lines: string[] = []
const build = await loadWebBuild(`${root}apps/web/dist`)
const app = await createTestApp({
  web: {
    ...build,
    renderPage: (request, options) =>
      build.renderPage(request, {
        ...options,
        transport: async () =>
          new Response(JSON.stringify({ message: 'The shelf fell down.' }), { status: 500 }),
      }),
  },
  fontDir: `${root}apps/server/dist/fonts`,
  logLevel: 'warn',
  logStream: { write: line => void lines.push(line) },
})
const partner = app.newPartner()

test('data of a page cannot be loaded -> its cause is logged with the reference that the page shows', async () => {
  lines.length = 0
  const { statusCode, body } = await newClient(app, partner).get('/merchants/casa-lumen')
  expect([statusCode, lines.length]).toEqual([500, 1])
  const { level, reqId, err, msg } = JSON.parse(lines[0]!)
  expect([level, msg, err.message]).toEqual([50, 'page could not be loaded', 'The shelf fell down.'])
  expect(body).toContain(reqId)
})

test('page of errors, which fails with a status alone -> the site’s page, and logged', async () => {
  lines.length = 0
  const { statusCode, body } = await newClient(app, partner).get('/error')
  expect([statusCode, lines.length]).toEqual([500, 1])
  const { reqId, err, msg } = JSON.parse(lines[0]!)
  expect([msg, err.status]).toEqual(['page could not be loaded', 500])
  expect(body).toContain(reqId)
  expect(body).toContain('<div id="root">')
})

test.each([
  ['while it sends its body', 'POST /api/SignIn HTTP/1.1', 'content-length: 1000\r\n\r\n{"userName":'],
  ['while its page is rendered', 'GET /search HTTP/1.1', '\r\n'],
])('client resets the connection %s -> nothing in the log', async (_case, line, rest) => {
  const { port } = new URL(await listening)
  const client = newClient(app, partner)
  const token = await tokenHeader(client)
  lines.length = 0
  const { socket } = await rawConnection(Number(port))
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  socket.write(
    `${line}\r\nhost: ${partner.slug}.localhost\r\ncontent-type: application/json\r\nx-xsrf-token: ${token['x-xsrf-token']}\r\ncookie: ${cookie}\r\n${rest}`,
  )
  await sleep(100)
  socket.resetAndDestroy()
  await sleep(300)
  expect(lines).toEqual([])
})

const listening = app.app.listen({ port: 0, host: '127.0.0.1' })
