import { expect, test } from 'vitest'
import { newCardNetwork } from '../features/card-events/card-network-for-test.ts'
import { runQueued } from '../features/jobs/run-job.service.ts'
import { jobHandlers } from '../jobs/job-handlers.ts'
import { logSlowQueries } from '../tracing/slow-queries.ts'
import type { World } from '../world.ts'
import { contracts, operationsOf } from './access/contracts.ts'
import { apiHost, newApiClient } from './api-client-for-test.ts'
import { newMember } from './factories.ts'
import { frameCard } from './frame-card.ts'
import { generateRequest } from './generated-input.ts'
import { longTest } from './long-test.ts'
import { newBookableMerchant } from './restaurant-book.ts'
import { newStaff, signInStaff } from './sign-in/staff-for-test.ts'
import { createTestApp, testGateways } from './test-app.ts'
import { newClient, signedInClient, tokenHeader } from './test-client.ts'

/* Every call, by a visitor, a member and staff, and every job, with all that can be logged: what they used is not in the log. */

const person = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'zephyrine@quill.example',
  userName: 'zephyrine@quill.example',
  memberNumber: '730915284',
  phoneNumber: '212-555-0187',
  address1: '77 Quillfeather Lane',
  password: 'Quill-And-Ink-77',
  passwordConfirm: 'Quill-And-Ink-77',
  currentPassword: 'Quill-And-Ink-77',
  code: 'QUILL-CODE-4711',
  token: 'quill-token-of-a-mail',
  comment: 'Quillfeather was here',
}
const cardNumber = '4539578763621486'
const requestsEach = 2

const lines: string[] = []
const app = await createTestApp(
  { logLevel: 'trace', logStream: { write: line => void lines.push(line) } },
  { ownDatabase: true },
)
app.database.watchQueries(logSlowQueries(app.app.log, 0))
const partner = app.newPartner({
  like: 'harbor',
  withContent: true,
  settings: { reservations: { provider: 'book' }, hasMerchantFavorites: true, hasFlexOffers: true },
})

test('a run over every call and job -> nothing personal is logged', longTest, async () => {
  const { firstName, lastName, email, memberNumber } = person
  const member = await newMember(app, partner, { firstName, lastName, email, memberNumber })
  const staff = await newStaff(app, { partnerIds: null })
  const card = frameCard(partner, cardNumber)
  const merchantId = (await newBookableMerchant(app, partner)).id
  const ids = { ...person, merchantId, publicId: member.id, cardId: card.cardId, lastFour: card.lastFour }
  const secrets = new Set<string>([staff.email, card.cardId, cardNumber, member.id, ...Object.values(person)])

  const operations = (await operationsOf(app)).filter(({ name }) => contracts.has(name))
  for (const [index, operation] of operations.entries()) {
    const visitor = newClient(app, partner, `203.0.113.${index}`)
    const other = newClient(app, partner, `198.51.100.${index}`)
    await signInStaff(other, staff.email)
    const mine = await signedInClient(app, partner, member.id)
    for (const client of [visitor, other, mine])
      for (let seed = 0; seed < requestsEach; seed++) {
        const { url, payload, headers } = generateRequest(operation, `${seed}`, ids)
        const given = {
          ...headers,
          ...(await tokenHeader(client)),
          referer: `https://a.example/?email=${email}`,
        }
        await (operation.method === 'GET'
          ? client.get(url, given)
          : client.send(operation.method, url, payload, given))
        for (const value of [...client.cookies.values(), given['x-xsrf-token']]) secrets.add(value)
      }
  }
  await callByKey(ids, secrets)
  await visitElsewhere()
  await runJobs()

  expect(lines.length).toBeGreaterThan(operations.length * requestsEach)
  const log = lines.join('')
  for (const logged of ['"slow query"', '550 5.1.1 <(email)>', '"path":"/api/Member/:publicId'])
    expect(log).toContain(logged)
  // Security events say whose account it was, by its id alone.
  const told = lines.map(line => line.replace(`"member":"${member.id}"`, ''))
  const text = told.join('')
  const found = [...secrets].filter(secret => secret.length > 5 && text.includes(secret))
  expect(found.map(secret => [secret, told.find(line => line.includes(secret))])).toEqual([])
})

/** Other systems of the program: a key in a header, and one in an address. */
async function callByKey(ids: Record<string, string>, secrets: Set<string>): Promise<void> {
  const { key } = await newApiClient(app, partner)
  const known = { ...ids, id: ids.publicId!, memberId: ids.publicId!, externalId: 'quill-in-the-crm' }
  for (const operation of await operationsOf(app, 'Partner API')) {
    const { url, payload, headers } = generateRequest(operation, '1', known)
    const answer = await app.app.inject({
      method: operation.method,
      url,
      headers: { host: apiHost, authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    if (url.endsWith('/session-links') && answer.statusCode === 201) secrets.add(answer.json().url)
  }
  await app.app.inject({ method: 'GET', url: `/v1/program?key=${key}`, headers: { host: apiHost } })
  secrets.add(key).add(key.slice(-43)).add('quill-in-the-crm')
}

/** Hooks, pages and addresses that are not there. */
async function visitElsewhere(): Promise<void> {
  const network = await newCardNetwork(app)
  await network.deliver('transaction.auth')
  await network.deliver('transaction.clearing')
  const client = newClient(app, partner)
  for (const hook of [
    'fidel/transaction.clearing',
    'kard',
    'mail/resend',
    'mail/unsubscribe',
    'texts/twilio',
  ])
    await client.send(
      'POST',
      `/hooks/${hook}`,
      { ...person, number: cardNumber },
      { authorization: `Bearer ${person.token}` },
    )
  for (const path of [
    `/search?query=${person.email}`,
    `/recovery?token=${person.token}`,
    `/api/nowhere?${cardNumber}`,
    `/api/${person.token}`,
    `/hooks/${person.email}`,
    `/nowhere/${person.email}`,
    `/account/${person.email}`,
  ])
    await client.get(path, { authorization: `Bearer ${person.token}` })
}

/** With a mail server that repeats whom it refuses. */
async function runJobs(): Promise<void> {
  const { database, clock, partners } = app
  const refusing = {
    send: ({ to }: { to: string }) => Promise.reject(new Error(`550 5.1.1 <${to}>: Recipient rejected`)),
  }
  const gateways = { ...testGateways('/tmp', clock), mailer: refusing }
  const world = { env: {}, database, clock, partners, gateways } as unknown as World
  const handlers = jobHandlers(world, app.app.log)
  await handlers.processInbox()
  await handlers.sendMails()
  for (const job of handlers.scheduled) await runQueued(handlers.services, job, {})
}
