import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { rangeBreachedPasswords } from './breached-passwords.ts'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const breached = hashOf('Dinner-For-2!')

/** @returns what was asked for, and the answer, with a service that does this. */
async function askService(handle: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    handle(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service = rangeBreachedPasswords(`http://127.0.0.1:${port}`)
  const isBreached = await service.has('Dinner-For-2!').catch(() => 'failed')
  server.closeAllConnections()
  server.close()
  return { asked, isBreached }
}

const list =
  (...lines: string[]): RequestListener =>
  (_request, response) =>
    response.end(lines.join('\r\n'))
const other = `${'0'.repeat(35)}:7`

test.each([
  ['breached', list(other, `${breached.slice(5)}:3`), true],
  ['not in its range', list(other), false],
  ['padding', list(`${breached.slice(5)}:0`), false],
  ['garbage', list('<html>'), false],
  ['failing service', ((_, response) => response.writeHead(503).end()) as RequestListener, 'failed'],
  [
    'a redirect to what would answer',
    ((request, response) =>
      response.writeHead(302, { location: `/other${request.url}` }).end()) as RequestListener,
    'failed',
  ],
  ['service that never answers', (() => {}) as RequestListener, 'failed'],
])('%s -> breached: %s', async (_case, handle, expected) => {
  const { asked, isBreached } = await askService(handle)
  expect(isBreached).toBe(expected)
  expect(asked).toEqual([`/range/${breached.slice(0, 5)}`])
})
