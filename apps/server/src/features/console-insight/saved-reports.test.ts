import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, expect, test } from 'vitest'
import { newConsoleStaff, sendTo, signedInToConsole } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { mailDueReports } from './report-mails.service.ts'

const app = await createTestApp()
const { db } = app.database
const path = '/api/Console/Insight/SavedReports'

interface Person {
  readonly id: string
  readonly email: string
  readonly client: TestClient
}
let partner: Partner
let owner: Person
let colleague: Person

beforeEach(async () => {
  // It is a Tuesday.
  app.clock.set('2026-03-10T18:00:00Z')
  partner = app.newPartner()
  await newMember(app, partner, { joinedAt: new Date('2026-02-10T12:00:00Z') })
  owner = await newPerson()
  colleague = await newPerson()
})

async function newPerson(slug = partner.slug): Promise<Person> {
  const { id, email } = await newConsoleStaff(app, 'viewer', slug)
  return { id, email, client: await signedInToConsole(app, id) }
}
const body = (change: object = {}) => ({
  name: 'New members',
  query: { measures: 'joined', by: 'month', period: 'last_month', partner: partner.slug },
  sharedWith: partner.slug,
  ...change,
})
async function save(change: object = {}): Promise<string> {
  const response = await sendTo(owner.client, 'POST', path, body(change))
  expect(response.statusCode).toBe(201)
  return response.json().id
}
const listOf = async ({ client }: Person) => (await client.get(path)).json().items
const statusOf = async (person: Person, method: 'PUT' | 'DELETE', to: string, sent?: object) =>
  (await sendTo(person.client, method, `${path}/${to}`, sent)).statusCode
const mailMonday = (person: Person, id: string) =>
  statusOf(person, 'PUT', `${id}/Mail`, { rhythm: 'weekly', timeZone: 'America/New_York' })
const runJob = () =>
  mailDueReports({
    ...app.context(partner),
    partners: app.partners,
    actor: { kind: 'system', name: 'report-mails' },
  })
const mailsTo = ({ email }: Person) =>
  db.selectFrom('outgoingMails').selectAll().where('recipient', '=', email).orderBy('createdAt').execute()

test('a private report -> its owner alone sees it', async () => {
  const id = await save({ sharedWith: null })
  expect(await listOf(owner)).toMatchObject([
    { id, owner: { isMe: true, hasLeft: false }, problem: null, version: 1 },
  ])
  expect(await listOf(colleague)).toEqual([])
  expect(await mailMonday(colleague, id)).toBe(404)
})

test('a shared report -> staff of that program see it, and only its owner changes or removes it', async () => {
  const id = await save()
  expect(await listOf(colleague)).toMatchObject([{ id, owner: { isMe: false } }])
  expect(await listOf(await newPerson(app.newPartner().slug))).toEqual([])
  expect(await statusOf(colleague, 'PUT', id, { ...body(), version: 1 })).toBe(404)
  expect(await statusOf(colleague, 'DELETE', id)).toBe(404)
  expect(await statusOf(owner, 'PUT', id, { ...body({ name: 'Joined' }), version: 1 })).toBe(200)
  expect(await statusOf(owner, 'PUT', id, { ...body({ name: 'Again' }), version: 1 })).toBe(409)
  expect(await listOf(colleague)).toMatchObject([{ name: 'Joined', version: 2 }])
})

test('a report whose owner has left -> says so, stays, and can be removed by those who share it', async () => {
  const id = await save()
  await db.updateTable('staff').set({ deactivatedAt: app.clock.now() }).where('id', '=', owner.id).execute()
  expect(await listOf(colleague)).toMatchObject([{ id, owner: { hasLeft: true } }])
  expect(await statusOf(colleague, 'DELETE', id)).toBe(200)
  expect(await listOf(colleague)).toEqual([])
})

test('a report whose measure is gone -> stays, and says so', async () => {
  const id = await save()
  const query = JSON.stringify({ measures: 'joined,steps' })
  await db.updateTable('savedReports').set({ query }).where('id', '=', id).execute()
  const problem = expect.stringMatching(/“steps” is no longer there/)
  expect(await listOf(owner)).toMatchObject([{ id, problem }])
  expect(await mailMonday(owner, id)).toBe(400)
})

test.each([
  ['no name', { name: ' ' }, 400],
  ['an unknown measure', { query: { measures: 'steps' } }, 400],
  ['a filter value of 1 MB', { query: { measures: 'dines', cuisine: 'x'.repeat(1_000_000) } }, 413],
  ['another program’s staff', { sharedWith: 'harbor' }, 404],
  ['another program’s figures', { query: { measures: 'dines', partner: 'harbor' } }, 404],
  ['staff of all programs, by one of this program', { sharedWith: '*' }, 403],
])('saved with %s -> %i', async (_, change, status) => {
  expect((await sendTo(owner.client, 'POST', path, body(change))).statusCode).toBe(status)
})

test('asked for -> the first mail comes at once, and changing the rhythm sends none', async () => {
  const id = await save()
  expect(await mailMonday(colleague, id)).toBe(200)
  expect(await mailsTo(colleague)).toMatchObject([
    { subject: 'New members, Feb 1, 2026 to Feb 28, 2026', partnerId: partner.slug },
  ])
  const daily = { rhythm: 'daily', timeZone: 'America/New_York' }
  expect(await statusOf(colleague, 'PUT', `${id}/Mail`, daily)).toBe(200)
  expect(await mailsTo(colleague)).toHaveLength(1)
  expect(await listOf(colleague)).toMatchObject([{ mail: { nextAt: '2026-03-11T11:00:00.000Z' } }])
})

test('mailed on Mondays at seven -> once, also with two workers, with its figures and a link', async () => {
  const id = await save()
  expect(await mailMonday(colleague, id)).toBe(200)
  expect(await listOf(colleague)).toMatchObject([
    { mail: { rhythm: 'weekly', nextAt: '2026-03-16T11:00:00.000Z' } },
  ])
  await runJob()
  expect(await mailsTo(colleague)).toHaveLength(1)
  app.clock.set('2026-03-16T11:02:00Z')
  await Promise.all([runJob(), runJob()])
  const [, mail, ...others] = await mailsTo(colleague)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('New members, Feb 1, 2026 to Feb 28, 2026')
  expect(mail!.textBody).toContain('February 2026 | 1')
  expect(mail!.textBody).toMatch(/https?:\/\/console\.localhost\/insight\/report\?.*measures=joined&/)
  expect(mail!.textBody).toContain(`saved=${id}`)
  // The session before has ended.
  const again = { ...colleague, client: await signedInToConsole(app, colleague.id) }
  expect(await listOf(again)).toMatchObject([{ mail: { nextAt: '2026-03-23T11:00:00.000Z' } }])
  expect(await mailsTo(owner)).toEqual([])
})

test('mails end when one says so, may no longer read insight, or it is no longer shared', async () => {
  const id = await save()
  for (const person of [owner, colleague]) await mailMonday(person, id)
  expect(await statusOf(owner, 'DELETE', `${id}/Mail`)).toBe(200)
  expect(await statusOf(owner, 'DELETE', `${id}/Mail`)).toBe(404)
  await db.updateTable('staffRoles').set({ role: 'support' }).where('staffId', '=', colleague.id).execute()
  app.clock.set('2026-03-16T11:02:00Z')
  await runJob()
  expect(await mailsTo(colleague)).toHaveLength(1)
  expect(await mailsTo(owner)).toHaveLength(1)
  const left = await db.selectFrom('reportMails').selectAll().where('reportId', '=', id).execute()
  expect(left).toEqual([])
  const entries = await db
    .selectFrom('auditLog')
    .select(['action', 'actorKind'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, actorKind }) => `${actorKind} ${action}`).slice(-2)).toEqual([
    'staff report.mailEnd',
    'system report.mailEnd',
  ])
})

test('a mailed report whose measure is gone -> the mail says why, and comes again', async () => {
  const id = await save()
  await mailMonday(owner, id)
  const query = JSON.stringify({ measures: 'steps' })
  await db.updateTable('savedReports').set({ query }).where('id', '=', id).execute()
  app.clock.set('2026-03-16T11:02:00Z')
  await runJob()
  expect((await mailsTo(owner)).at(-1)!.textBody).toMatch(/“steps” is no longer there/)
})
