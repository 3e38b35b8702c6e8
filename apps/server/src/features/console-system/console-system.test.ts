import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newParkedEvent } from '../../testing/access/console-system-cases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { withoutAddresses } from './redact.rules.ts'

let woken = 0
const app = await createTestApp({ wakeInbox: () => woken++ })
const { db } = app.database
const reason = 'The cause is repaired.'

const lastAudit = async (subject: string) =>
  db
    .selectFrom('auditLog')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirst()

describe('jobs', () => {
  test('run now -> done, in the list of runs, and in the audit log with the reason', async () => {
    const client = await consoleClient(app, 'admin')
    const run = (body: object) => client.send('POST', '/api/Console/System/Jobs/delete-old-rows/Run', body)
    expect((await run({ reason: '' })).statusCode).toBe(400)
    expect((await run({ reason })).json()).toEqual({ state: 'done', says: expect.any(String) })
    const { items } = (await client.get('/api/Console/System/Jobs')).json()
    expect(items.find(({ name }: { name: string }) => name === 'delete-old-rows')).toMatchObject({
      lastRun: { trigger: 'command', result: expect.any(String), error: null },
      isLate: false,
    })
    const runs = (await client.get('/api/Console/System/Jobs/delete-old-rows/Runs')).json().items
    expect(runs[0]).toMatchObject({ trigger: 'command', error: null })
    expect(await lastAudit('delete-old-rows')).toMatchObject({
      action: 'job.run',
      actorKind: 'staff',
      reason,
    })
    const unknown = await client.send('POST', '/api/Console/System/Jobs/constructor/Run', { reason })
    expect(unknown.statusCode).toBe(404)
  })
})

describe('inbox', () => {
  test('parked events by kind, of the program only; errors without addresses', async () => {
    const [partner, other] = [app.newPartner(), app.newPartner()]
    const { id, transactionId } = await newParkedEvent({ test: app, partner })
    await newParkedEvent({ test: app, partner: other })
    const client = await consoleClient(app, 'viewer', partner.slug)
    const list = async (query = '') => (await client.get(`/api/Console/System/Inbox?${query}`)).json().items
    expect(await list()).toMatchObject([{ id, status: 'parked', lastError: 'mail to [address] failed' }])
    expect((await list(`transactionId=${transactionId}`)).length).toBe(1)
    expect(await list('status=refused')).toEqual([])
    expect(await list('reasonCode=refund_waits')).toEqual([])
    expect((await client.get('/api/Console/System/Inbox/Kinds')).json().items).toEqual([
      {
        status: 'parked',
        reasonCode: 'processing_failed',
        count: 1,
        oldestAt: app.clock.now().toISOString(),
      },
    ])
  })

  test('retry -> processed again, with the reason in the log; another program’s, or one that is done -> 404', async () => {
    const [partner, other] = [app.newPartner(), app.newPartner()]
    const { id } = await newParkedEvent({ test: app, partner })
    const retry = async (client: TestClient) =>
      client.send('POST', `/api/Console/System/Inbox/${id}/Retry`, { reason })
    expect((await retry(await consoleClient(app, 'admin', other.slug))).statusCode).toBe(404)
    const client = await consoleClient(app, 'admin', partner.slug)
    const { event } = (await retry(client)).json()
    expect([event.id, event.status]).toEqual([id, 'refused'])
    expect(await lastAudit(`card event ${id}`)).toMatchObject({
      action: 'event.retry',
      partnerId: partner.slug,
      reason,
    })
    await db.updateTable('cardEvents').set({ status: 'processed' }).where('id', '=', id).execute()
    expect((await retry(client)).statusCode).toBe(404)
  })

  test('retry all of a kind -> those of the program, each in the log; the worker is woken', async () => {
    const [partner, other] = [app.newPartner(), app.newPartner()]
    const kind = { reasonCode: 'card_unknown' }
    const mine = [
      await newParkedEvent({ test: app, partner }, kind),
      await newParkedEvent({ test: app, partner }, kind),
    ]
    await newParkedEvent({ test: app, partner })
    const theirs = await newParkedEvent({ test: app, partner: other }, kind)
    const client = await consoleClient(app, 'admin', partner.slug)
    const before = woken
    const body = { status: 'parked', ...kind, reason }
    const answer = await client.send('POST', '/api/Console/System/Inbox/RetryAll', body)
    expect(answer.json()).toEqual({ retried: 2 })
    expect(woken).toBe(before + 1)
    const statuses = await db
      .selectFrom('cardEvents')
      .select('status')
      .where(
        'id',
        'in',
        [...mine, theirs].map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
    expect(statuses.map(({ status }) => status)).toEqual(['received', 'received', 'parked'])
    for (const { id } of mine) expect(await lastAudit(`card event ${id}`)).toMatchObject({ reason })
  })
})

describe('messages', () => {
  const newMail = async (partnerId: string, changes: object = {}) => {
    const id = crypto.randomUUID()
    const now = app.clock.now()
    await db
      .insertInto('outgoingMails')
      .values({
        id,
        partnerId,
        cause: `welcome:${id}`,
        recipient: 'ada@example.com',
        subject: 'Welcome',
        textBody: 'secret text',
        htmlBody: '<p>secret text</p>',
        createdAt: now,
        nextAttemptAt: now,
        failedAt: now,
        lastError: '550 ada@example.com unknown',
        ...changes,
      })
      .execute()
    return id
  }
  const path = '/api/Console/System/Messages'

  test('given up and waiting -> counted and listed, without recipient and text', async () => {
    const [{ slug }, other] = [app.newPartner(), app.newPartner()]
    const id = await newMail(slug)
    await newMail(slug, { failedAt: null })
    await newMail(slug, { failedAt: null, sentAt: app.clock.now() })
    await newMail(other.slug)
    const client = await consoleClient(app, 'viewer', slug)
    const { items } = (await client.get(`${path}/Counts`)).json()
    expect(items[0]).toMatchObject({ kind: 'mail', waiting: 1, failed: 1 })
    const failed = await client.get(`${path}?kind=mail`)
    expect(failed.json().items).toMatchObject([
      { id, cause: 'welcome', subject: 'Welcome', lastError: '550 [address] unknown' },
    ])
    expect(failed.body).not.toMatch(/ada@|secret text/)
    expect((await client.get(`${path}?kind=mail&state=waiting`)).json().items).toHaveLength(1)
    for (const kind of ['text', 'notification'])
      expect((await client.get(`${path}?kind=${kind}`)).json().items).toEqual([])
  })

  test('retry one, then all -> waiting; those whose text is gone stay', async () => {
    const { slug } = app.newPartner()
    const [first, second] = [await newMail(slug), await newMail(slug)]
    await newMail(slug, { htmlBody: '' })
    const client = await consoleClient(app, 'admin', slug)
    const retry = async (body: object) =>
      (await client.send('POST', `${path}/Retry`, { kind: 'mail', partner: slug, reason, ...body })).json()
    expect(await retry({ id: first })).toEqual({ retried: 1 })
    expect(await retry({})).toEqual({ retried: 1 })
    expect(await retry({})).toEqual({ retried: 0 })
    expect(await lastAudit(`mail ${second}`)).toMatchObject({ action: 'mail.retry', partnerId: slug, reason })
  })

  test('given up: health names what a button repairs; retry of all programs -> those of one’s own', async () => {
    const { slug } = app.newPartner()
    const id = await newMail(slug)
    const client = await consoleClient(app, 'admin')
    const { findings } = (await client.get('/api/Console/System/Health')).json()
    const says = expect.stringMatching(/^Mails given up: \d+\.$/)
    expect(findings).toContainEqual({ check: 'mails', ok: false, says, subject: 'mails', job: null })
    const retry = { kind: 'mail', reason }
    const elsewhere = await consoleClient(app, 'admin', app.newPartner().slug)
    expect((await elsewhere.send('POST', `${path}/Retry`, retry)).json()).toEqual({ retried: 0 })
    expect((await client.send('POST', `${path}/Retry`, retry)).json().retried).toBeGreaterThanOrEqual(1)
    expect(await lastAudit(`mail ${id}`)).toMatchObject({ action: 'mail.retry', partnerId: slug, reason })
  })

  test('more than a page -> the next one goes on where it ended', async () => {
    const { slug } = app.newPartner()
    for (let count = 0; count < 202; count++) await newMail(slug)
    const client = await consoleClient(app, 'viewer', slug)
    const first = (await client.get(`${path}?kind=mail`)).json()
    const second = (await client.get(`${path}?kind=mail&after=${encodeURIComponent(first.next)}`)).json()
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
    expect([first.items.length, new Set(ids).size, second.next]).toEqual([200, 202, null])
  })
})

describe('exchange files', () => {
  test('listed by program; downloaded with permission, which is audited', async () => {
    const [partner, other] = [app.newPartner(), app.newPartner()]
    const folder = join(app.exchangeDir, partner.slug, 'out')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'accruals-1.csv'), 'a,b\n1,2\n')
    writeFileSync(join(folder, '.draft.csv'), 'x')
    writeFileSync(join(app.exchangeDir, partner.slug, 'outside.csv'), 'x')
    const client = await consoleClient(app, 'finance', partner.slug)
    const reader = await consoleClient(app, 'viewer', partner.slug)
    expect((await reader.get('/api/Console/System/Files')).json().items).toMatchObject([
      { partner: partner.slug, folder: 'out', name: 'accruals-1.csv', bytes: 8 },
    ])
    const content = (of: TestClient, name: string, slug = partner.slug) =>
      of.get(`/api/Console/System/Files/Content?partner=${slug}&folder=out&name=${encodeURIComponent(name)}`)
    const file = await content(client, 'accruals-1.csv')
    expect([file.body, file.headers['content-disposition']]).toEqual([
      'a,b\n1,2\n',
      'attachment; filename="accruals-1.csv"',
    ])
    expect(await lastAudit('out/accruals-1.csv')).toMatchObject({ partnerId: partner.slug })
    for (const name of ['../outside.csv', '..\\outside.csv'])
      expect((await content(client, name)).statusCode).toBe(400)
    for (const name of ['..', '.draft.csv', 'none.csv'])
      expect((await content(client, name)).statusCode).toBe(404)
    expect((await content(client, 'accruals-1.csv', other.slug)).statusCode).toBe(404)
  })
})

test('surroundings: what the process finds -> answered to staff of all programs', async () => {
  const findings = [{ check: 'disk', ok: false, says: 'Only 0.1 GB (0 %) free at /data.' }]
  const full = await createTestApp({ checkSurroundings: async () => findings, db: app.database.db })
  const ask = async (client: TestClient) => await client.get('/api/Console/System/Surroundings')
  expect((await ask(await consoleClient(full, 'admin'))).json()).toEqual({
    findings: findings.map(finding => ({ ...finding, subject: null, job: null })),
  })
  expect((await ask(await consoleClient(full, 'admin', full.newPartner().slug))).statusCode).toBe(403)
})

test('health with a parked event -> says so without a command, and names what the console can retry', async () => {
  await newParkedEvent({ test: app, partner: app.newPartner() })
  const health = (await (await consoleClient(app, 'admin')).get('/api/Console/System/Health')).json()
  const findings: { says: string; subject: string | null }[] = health.findings
  expect(findings.find(({ subject }) => subject === 'parkedEvents')?.says).toMatch(
    /^Parked card events: \d+\.$/,
  )
})

test('health: findings, queues and versions', async () => {
  const health = (await (await consoleClient(app, 'admin')).get('/api/Console/System/Health')).json()
  expect(health.isReady).toBe(true)
  expect(health.findings.map(({ check }: { check: string }) => check)).toEqual(
    expect.arrayContaining(['queue', 'jobs', 'backup']),
  )
  expect(health.versions).toMatchObject({
    node: process.version,
    build: expect.stringMatching(/^\d+\.\d+\.\d+/),
    lastMigration: expect.stringMatching(/^\d{3}-/),
  })
  expect(health.queues.parkedEvents).toBeGreaterThanOrEqual(0)
})

test.each([
  ['550 5.1.1 <ada@example.com>: no such user', '550 5.1.1 <[address]>: no such user'],
  ['to +1 212-555-0142 undeliverable', 'to [number] undeliverable'],
  ['timeout after 30000 ms', 'timeout after 30000 ms'],
])('error %j -> %j', (text, shown) => {
  expect(withoutAddresses(text)).toBe(shown)
})
