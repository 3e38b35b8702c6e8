import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTableShapes } from '../../backup/table-rows.ts'
import { inBatches } from '../../db/in-batches.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { JobServices } from './jobs.service.ts'
import { scheduledJobs } from './scheduled.job.ts'

const app = await createTestApp()
const { db } = app.database
const partner = app.newPartner()
const services: JobServices = {
  ...app.context(partner),
  partners: app.partners,
  actor: { kind: 'system', name: 'jobs' },
}
const runJob = (name: string) => scheduledJobs.find(job => job.name === name)!.run(services)
const daysAgo = (count: number) => new Date(app.clock.now().getTime() - count * 86_400_000)

describe('sent messages', () => {
  const mail = (id: string, createdAt: Date, sentAt: Date | null) => ({
    id: `${partner.slug}-${id}`,
    partnerId: partner.slug,
    cause: id,
    recipient: 'ada@example.com',
    subject: 'Your dinner',
    textBody: 'You earned points.',
    htmlBody: '<p>You earned points.</p>',
    createdAt,
    sentAt,
    nextAttemptAt: createdAt,
  })

  beforeAll(async () => {
    await db
      .insertInto('outgoingMails')
      .values([
        mail('old', daysAgo(91), daysAgo(91)),
        mail('young', daysAgo(89), daysAgo(89)),
        mail('waiting', daysAgo(91), null),
      ])
      .execute()
    await db
      .insertInto('outgoingTexts')
      .values({
        id: `${partner.slug}-text`,
        partnerId: partner.slug,
        cause: 'text',
        recipient: '+12125550100',
        body: 'You earned points.',
        createdAt: daysAgo(91),
        sentAt: daysAgo(91),
        nextAttemptAt: daysAgo(91),
      })
      .execute()
  })

  test('after 90 days -> the text is gone, the row stays, and what waits is sent', async () => {
    await runJob('clear-old-messages')
    const mails = await db
      .selectFrom('outgoingMails')
      .select(['cause', 'textBody', 'htmlBody'])
      .where('partnerId', '=', partner.slug)
      .orderBy('cause')
      .execute()
    const kept = { textBody: 'You earned points.', htmlBody: '<p>You earned points.</p>' }
    expect(mails).toEqual([
      { cause: 'old', textBody: '', htmlBody: '' },
      { cause: 'waiting', ...kept },
      { cause: 'young', ...kept },
    ])
    const texts = db.selectFrom('outgoingTexts').select('body').where('partnerId', '=', partner.slug)
    expect(await texts.execute()).toEqual([{ body: '' }])
    expect(await runJob('clear-old-messages')).toBe('0 messages')
  })
})

test('addresses of people who did not join -> deleted after 180 days', async () => {
  const address = (email: string, lastLeftAt: Date) => ({
    partnerId: partner.slug,
    email,
    firstLeftAt: daysAgo(400),
    lastLeftAt,
  })
  await db
    .insertInto('prospectEmails')
    .values([address('old@example.com', daysAgo(181)), address('back@example.com', daysAgo(179))])
    .execute()
  await runJob('delete-old-rows')
  const left = db.selectFrom('prospectEmails').select('email').where('partnerId', '=', partner.slug)
  expect(await left.execute()).toEqual([{ email: 'back@example.com' }])
})

test('imports -> deleted after 90 days with their rows, unless they are not done', async () => {
  const run = (id: string, createdAt: Date, state: 'applied' | 'applying') => ({
    id,
    partnerId: partner.slug,
    fileName: 'a.csv',
    fileBytes: 1,
    createdBy: 'ada',
    createdAt,
    state,
  })
  await db
    .insertInto('importRuns')
    .values([
      run('old', daysAgo(91), 'applied'),
      run('young', daysAgo(89), 'applied'),
      run('waiting', daysAgo(91), 'applying'),
    ])
    .execute()
  const row = { partnerId: partner.slug, line: 2, outcome: 'added', changes: '[]' } as const
  await db
    .insertInto('importRunRows')
    .values([
      { ...row, runId: 'old' },
      { ...row, runId: 'young' },
    ])
    .execute()
  expect(await runJob('delete-old-rows')).toMatch(/\b1 import_runs\b/)
  const runs = db.selectFrom('importRuns').select('id').where('partnerId', '=', partner.slug)
  expect(await runs.orderBy('id').execute()).toEqual([{ id: 'waiting' }, { id: 'young' }])
  const rows = db.selectFrom('importRunRows').select('runId').where('partnerId', '=', partner.slug)
  expect(await rows.execute()).toEqual([{ runId: 'young' }])
})

test('ledger checks and closings -> deleted 90 days after they ended', async () => {
  const run = (id: string, finishedAt: Date | null) => ({
    id: `${id}-${partner.slug}`,
    kind: 'check' as const,
    programs: [id, partner.slug],
    createdBy: partner.slug,
    createdAt: daysAgo(100),
    finishedAt,
    steps: 1,
  })
  await db
    .insertInto('financeRuns')
    .values([run('old', daysAgo(91)), run('young', daysAgo(89)), run('waiting', null)])
    .execute()
  await runJob('delete-old-rows')
  const left = db.selectFrom('financeRuns').select('id').where('createdBy', '=', partner.slug)
  expect((await left.orderBy('id').execute()).map(({ id }) => id.split('-')[0])).toEqual(['waiting', 'young'])
})

test('more than a batch -> all of it, a batch each time', async () => {
  let left = 12
  const limits: number[] = []
  const changed = await inBatches(async limit => {
    limits.push(limit)
    const now = Math.min(limit, left)
    left -= now
    return now
  }, 5)
  expect([changed, limits.length]).toEqual([12, 3])
})

test('every table is in the list of what is kept how long', async () => {
  const text = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8')
  const [, list = ''] = /## What is kept how long\n(.*?)\n## /s.exec(text) ?? []
  const named = new Set([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const tables = (await readTableShapes(db)).map(({ name }) => name)
  expect(tables.filter(name => !named.has(name))).toEqual([])
})
