import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { rawAnswer, rawConnection } from '../testing/raw-connection.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createHttpServer } from './http-server.ts'

const app = await createTestApp({ production: true })
const port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)

/** With other limits than the product's. */
async function serverWith(limits: { requestTimeoutMs?: number; connectionTimeoutMs?: number }) {
  const server = createHttpServer((_request, response) => void response.end('x'.repeat(1_000_000)), {
    production: true,
    ...limits,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** What Node refuses before a route is found. */
test.each<[string, number, string, string]>([
  ['header of 20 KB', 431, 'body_too_large', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['no HTTP', 400, 'validation_failed', 'hello\r\n\r\n'],
  ['no host', 400, 'validation_failed', 'GET /healthz HTTP/1.1\r\n\r\n'],
  [
    'a length and chunks',
    400,
    'validation_failed',
    'POST /api/CSRF HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['two hosts', 400, 'validation_failed', 'GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n'],
  [
    'unknown expectation',
    417,
    'validation_failed',
    'GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: cake\r\n\r\n',
  ],
])('%s -> %i %s, with security headers', async (_case, status, code, request) => {
  const answer = await rawAnswer(port, request)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain(`"code":"${code}"`)
  for (const header of [
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'strict-transport-security: max-age=63072000; includeSubDomains',
    'cache-control: no-store',
  ])
    expect(answer).toContain(`${header}\r\n`)
})

test.each([
  ['http://a.localhost/healthz', 'A.localhost', 200],
  ['HTTP://a.localhost:80/healthz?x=1', 'a.localhost', 200],
  ['http://b.localhost/healthz', 'a.localhost', 400],
  ['http://a.localhost@b.localhost/healthz', 'a.localhost', 400],
  ['ftp://a.localhost/healthz', 'a.localhost', 400],
])('target %s with the host %s -> %i: the two must be one', async (target, host, status) => {
  const answer = await rawAnswer(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('request that never ends -> 408, with security headers', async () => {
  const slow = await serverWith({ requestTimeoutMs: 50 })
  const answer = await rawAnswer(portOf(slow), 'GET / HTTP/1.1\r\nhost: a\r\nx: ')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('x-content-type-options: nosniff\r\n')
})

test('HTTP/1.0 without a host -> answered', async () => {
  expect(await rawAnswer(port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

test('two names of one machine -> the same answer at both', async () => {
  const both = await createTestApp()
  const { port: shared } = new URL(await both.app.listen({ port: 0, host: 'localhost' }))
  for (const { address } of both.app.addresses() as AddressInfo[])
    expect(await rawAnswer(Number(shared), 'hello\r\n\r\n', address)).toContain('"requestId"')
})

test('eight requests in one write -> answered in order; nine -> the connection is closed', async () => {
  const get = (last: boolean) =>
    `GET /healthz HTTP/1.1\r\nhost: a\r\n${last ? 'connection: close\r\n' : ''}\r\n`
  const eight = await rawAnswer(port, get(false).repeat(7) + get(true))
  expect(eight.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(8)
  expect((await rawAnswer(port, get(false).repeat(9))).match(/HTTP\/1\.1 200 OK/g)).toBeNull()
})

test('hundred requests one after the other -> answered', async () => {
  const { socket, received } = await rawConnection(port)
  for (let count = 1; count <= 100; count++) {
    socket.write(`GET /healthz HTTP/1.1\r\nhost: a\r\n${count === 100 ? 'connection: close\r\n' : ''}\r\n`)
    if (count < 100) await once(socket, 'data')
  }
  expect((await received).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(100)
})

test('client that does not read -> the connection is closed after a while', async () => {
  const server = await serverWith({ connectionTimeoutMs: 200 })
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const { socket } = await rawConnection(portOf(server))
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(8))
  await closed
  socket.destroy()
})
