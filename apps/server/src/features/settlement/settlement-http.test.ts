import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpAccruals } from '../../gateways/accruals/http-accruals.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newSettlement } from './partner-for-test.ts'

const app = await createTestApp()
const clearing = 'transaction.clearing'

interface Posted {
  readonly headers: IncomingHttpHeaders
  readonly body: { fileId: string; rows: { id: string; units: number }[]; totals: object }
}

/** A partner's server: `answers` by file id; the next POST is accepted and then treated as `fault` says. */
const partnerServer = {
  posted: [] as Posted[],
  answers: new Map<string, { status: number; body: unknown }>(),
  fault: null as 'hang' | 500 | 307 | null,
}
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const body = (await json(request)) as Posted['body']
    partnerServer.posted.push({ headers: request.headers, body })
    const { fault } = partnerServer
    partnerServer.fault = null
    if (fault === 'hang') return
    response.writeHead(fault ?? 202, fault === 307 ? { location: 'http://127.0.0.1:1/' } : {}).end()
    return
  }
  const answer = partnerServer.answers.get(request.url!.split('/').at(-1)!)
  response.writeHead(answer?.status ?? 404).end(JSON.stringify(answer?.body ?? null))
})
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** @param waitMs Long enough that a call fails by it only if the partner hangs. */
async function newHttpPartner(waitMs = 120_000) {
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}/accruals`
  const settlement = await newSettlement(app, { settings: { settlement: { via: 'http', endpoint } } })
  const { slug } = settlement.partner
  const accruals = httpAccruals(
    { folder: app.exchangeDir, secrets: new Map([[slug, 'partner-secret']]) },
    waitMs,
  )
  const gateways = { ...settlement.ctx.gateways, accruals }
  await settlement.deliver(clearing)
  Object.assign(partnerServer, { posted: [], answers: new Map(), fault: null })
  const fileId = `${slug}-000001`
  const answer = (rows: object[], totals: object, status = 200) =>
    partnerServer.answers.set(fileId, { status, body: { fileId, rows, totals } })
  return {
    ...settlement,
    answer,
    fileId,
    send: () => settlement.send({ gateways }),
    receive: () => settlement.receive({ gateways }),
  }
}

test('partner by HTTP -> one POST with its key and secret; the answer makes the dine Paid', async () => {
  const partner = await newHttpPartner()
  await partner.send()
  await partner.send()
  expect(partnerServer.posted).toHaveLength(1)
  const { headers, body } = partnerServer.posted[0]!
  expect(headers).toMatchObject({
    authorization: 'Bearer partner-secret',
    'idempotency-key': partner.fileId,
  })
  expect(body).toMatchObject({ fileId: partner.fileId, totals: { rows: 1, units: 127 } })
  expect(await partner.receive()).toEqual([])
  partner.answer([], {}, 202)
  expect(await partner.receive()).toEqual([])

  const [row] = body.rows
  partner.answer([{ ...row, result: 'accepted' }], { rows: 1, units: 127 })
  expect(await partner.receive()).toMatchObject([{ confirmed: 1, problems: [] }])
  expect([await partner.balance(), await partner.statuses()]).toEqual([0, ['Paid']])
  expect(partner.list('done')).toEqual([`answer-${partner.fileId}.json`])
  expect(await partner.receive()).toEqual([])
})

test.each(['hang', 500, 307] as const)(
  '%s after it was accepted -> the same file under the same key',
  longTest,
  async fault => {
    const partner = await newHttpPartner(fault === 'hang' ? 5_000 : undefined)
    partnerServer.fault = fault
    await expect(partner.send()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('could not be delivered'),
    })
    await partner.send()
    const [first, second, ...more] = partnerServer.posted
    expect(second!.body).toEqual(first!.body)
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key'])
    expect(more).toEqual([])
  },
)

test('a file about which the partner fails -> the answers of the others are taken, and it is asked for again', async () => {
  const partner = await newHttpPartner()
  await partner.send()
  await partner.deliver(clearing)
  await partner.send()
  const [, second] = partnerServer.posted.map(({ body }) => body)
  partner.answer([], {}, 500)
  const rows = second!.rows.map(row => ({ ...row, result: 'accepted' }))
  const body = { fileId: second!.fileId, rows, totals: second!.totals }
  partnerServer.answers.set(second!.fileId, { status: 200, body })
  expect(await partner.receive()).toMatchObject([
    { name: partner.fileId, confirmed: 0, failure: expect.stringContaining('the partner answered 500') },
    { confirmed: 1, failure: null },
  ])
  expect(await partner.receive()).toMatchObject([{ name: partner.fileId }])
})

test('answer with wrong totals, or none -> kept in refused with the reason, nothing posted', async () => {
  const partner = await newHttpPartner()
  await partner.send()
  const rows = partnerServer.posted[0]!.body.rows.map(row => ({ ...row, result: 'accepted' }))
  const name = `answer-${partner.fileId}.json`
  partner.answer(rows, { rows: 1, units: 128 })
  expect(await partner.receive()).toMatchObject([{ refused: true }])
  expect(partner.read('refused', `${name}.errors.txt`)).toMatch(/^line 1: the totals/)
  partnerServer.answers.set(partner.fileId, { status: 200, body: '<html>' })
  expect(await partner.receive()).toMatchObject([{ refused: true }])
  expect(partner.read('refused', name)).toBe('"<html>"')
  expect([await partner.balance(), await partner.statuses()]).toEqual([127, ['Deferred']])
})
