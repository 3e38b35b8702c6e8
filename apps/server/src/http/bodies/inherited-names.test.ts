import { expect, test } from 'vitest'
import { consoleClient, consoleHost } from '../../testing/access/console-for-test.ts'
import { type Operation, operationsOf } from '../../testing/access/contracts.ts'
import { newMember } from '../../testing/factories.ts'
import { generateRequest } from '../../testing/generated-input.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, type TestClient, tokenHeader } from '../../testing/test-client.ts'

/*
 * Names that every object of JavaScript inherits, as texts of every call: a table that is read with one must not answer
 * it. On a database of its own, for staff may create whatever they name.
 */

const inherited = ['constructor', 'constructor', '__proto__', 'toString']
const app = await createTestApp({}, { ownDatabase: true })
const partner = app.newPartner({
  like: 'harbor',
  withContent: true,
  settings: { reservations: { provider: 'book' }, hasMerchantFavorites: true, hasFlexOffers: true },
})
const { id } = await newMember(app, partner)
const byMember = await operationsOf(app)
const byStaff = await operationsOf(app, 'Console')

test('the calls of members and of staff are there', () => {
  expect(byMember.length).toBeGreaterThan(60)
  expect(byStaff.length).toBeGreaterThan(60)
})

test.each(byMember.map(one => [one.name, one] as const))('%s -> no 5xx', async (_, operation) => {
  await callWithEach(operation, `${partner.slug}.localhost`, () => signedInClient(app, partner, id))
})

test.each(byStaff.map(one => [one.name, one] as const))('%s -> no 5xx', async (_, operation) => {
  await callWithEach(operation, consoleHost, () => consoleClient(app, 'administrator'))
})

async function callWithEach(operation: Operation, host: string, newVisitor: () => Promise<TestClient>) {
  const visitor = await newVisitor()
  const token = await tokenHeader(visitor)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const [index, word] of inherited.entries()) {
    const { url, headers, payload } = generateRequest(operation, `${index}`, {}, word)
    const response = await app.app.inject({
      method: operation.method,
      url,
      headers: { host, cookie, ...token, 'idempotency-key': `${index}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: `10.1.${index}.1`,
    })
    expect(response.statusCode, `${url} ${payload ?? ''}: ${response.body.slice(0, 300)}`).toBeLessThan(500)
  }
}
