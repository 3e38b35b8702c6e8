import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { newMember } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { signedInClient } from '../testing/test-client.ts'
import { startTracing } from './open-telemetry.ts'
import { logSlowQueries } from './slow-queries.ts'
import { openTracing, type Tracing } from './tracing.ts'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

const received: ReceivedSpan[] = []
const requests: { readonly url: string; readonly authorization: string }[] = []
const receiver = createServer(async (request, response) => {
  requests.push({ url: request.url!, authorization: request.headers.authorization ?? '' })
  const { resourceSpans } = (await json(request)) as {
    resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
  }
  received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
const lines: string[] = []
let tracing: Tracing
let app: TestApp

beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  closeAfterFile(() => receiver.close())
  tracing = startTracing({
    endpoint: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    headers: { authorization: 'Bearer of-the-receiver' },
    serviceName: 'dineward',
    sampledShare: 1,
  })
  app = await createTestApp(
    { tracing, logLevel: 'info', logStream: { write: line => void lines.push(line) } },
    { ownDatabase: true },
  )
  app.database.watchQueries(tracing.watchQuery)
})

describe('traces', () => {
  test('request, its queries and its log lines share a trace; nothing tells who', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await client.get('/api/Member?note=secret', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
    await tracing.runJob('inbox', () => sql`select 42 as answer`.execute(app.database.db))
    await expect(tracing.runJob('broken', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await tracing.close()

    expect(requests).toContainEqual({ url: '/v1/traces', authorization: 'Bearer of-the-receiver' })
    const [request, ...others] = received.filter(({ name }) => name === 'GET /api/Member')
    expect([request?.traceId, others]).toEqual([traceId, []])
    const queries = received.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(queries.length).toBeGreaterThan(0)
    const job = received.find(({ name }) => name === 'job inbox')
    const query = received.find(({ parentSpanId }) => parentSpanId === job?.spanId)
    expect(query?.attributes).toContainEqual({
      key: 'db.query.text',
      value: { stringValue: 'select 42 as answer' },
    })
    expect(received.map(({ name }) => name)).toContain('job broken')
    const logged = lines.map(line => JSON.parse(line)).filter(line => line.traceId === traceId)
    expect(logged.map(({ msg }) => msg)).toContain('request completed')
    expect(new Set(logged.map(({ reqId }) => reqId)).size).toBe(1)
    const sent = JSON.stringify(received)
    for (const personal of [member.email, member.id, 'secret', ...client.cookies.values()])
      expect(sent).not.toContain(personal)
  })

  test('no receiver configured -> nothing is loaded or watched', async () => {
    const watched: unknown[] = []
    expect(await openTracing(null, { watchQueries: listener => void watched.push(listener) })).toBeNull()
    expect(watched).toEqual([])
  })
})

test.each([
  [0, [expect.objectContaining({ sql: 'select $1::text', failed: false, ms: expect.any(Number) })]],
  [60_000, []],
])('queries past %i ms -> logged without their values: %o', async (thresholdMs, logged) => {
  const own = await createTestApp(
    { logLevel: 'info', logStream: { write: line => void lines.push(line) } },
    { ownDatabase: true },
  )
  own.database.watchQueries(logSlowQueries(own.app.log, thresholdMs))
  lines.length = 0
  await sql`select ${'a-value-of-a-member'}::text`.execute(own.database.db)
  // As the job queue does, which goes through the pool with a callback.
  await own.database.executeSql('select $1::text', ['a-value-of-a-member'])
  expect(lines.map(line => JSON.parse(line))).toEqual([...logged, ...logged])
  expect(lines.join('')).not.toContain('a-value-of-a-member')
})
