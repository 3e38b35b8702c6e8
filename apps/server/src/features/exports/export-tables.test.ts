import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportedTables } from '@dineward/core/partner/settings/exports.settings.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { exportTablesCommand } from '../../cli/commands/export-command.ts'
import { exportStores } from '../../gateways/files/export-stores.ts'
import { s3Key, startS3Server } from '../../gateways/files/s3-server-for-test.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { World } from '../../world.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { listJobs } from '../jobs/jobs.service.ts'
import { runJobNow } from '../jobs/run-job.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { type ExportOf, exportTables } from './export-tables.service.ts'
import { type ReadRow, readRun, readRuns, unionOf } from './exports-for-test.ts'
import { exportDueTables } from './scheduled-exports.service.ts'

// Its tests wait until transactions of other tests have ended.
vi.setConfig({ testTimeout: longTest.timeout })

const app = await createTestApp()
const { db } = app.database
const root = mkdtempSync(join(tmpdir(), 'dw-export-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(root, `${++folders}`)
const s3 = await startS3Server()
afterAll(() => s3[Symbol.asyncDispose]())

type Program = ReturnType<typeof app.newPartner>
const anOperator = { kind: 'system', name: 'ada' } as const
const gatewaysOf = (partner: Program) => ({
  ...app.context(partner).gateways,
  exports: exportStores({ dataDir: root, s3: { url: s3.url, ...s3Key } }),
})

function run(partner: Program, to: string, of: Partial<ExportOf> = {}) {
  const services = { ...app.context(partner), actor: anOperator, gateways: gatewaysOf(partner) }
  return exportTables(services, { to, tables: exportedTables, format: 'ndjson', ...of })
}

/** Other tests' transactions hold back what may be taken. */
async function runUntil(
  partner: Program,
  folder: string,
  isThere: (rows: Rows) => boolean,
  of: Partial<ExportOf> = {},
) {
  await expect
    .poll(async () => {
      await run(partner, folder, of)
      return isThere(rowsIn(folder, partner))
    })
    .toBe(true)
  return rowsIn(folder, partner)
}
type Rows = Record<string, ReadRow[]>
const rowsIn = (folder: string, { slug }: Program): Rows =>
  Object.fromEntries(
    Object.entries(unionOf(readRuns(folder, slug))).map(([table, rows]) => [table, [...rows.values()]]),
  )

describe('what files say', () => {
  test('a member, a dine, its entries and the restaurant -> one pseudonym, and no name anywhere', async () => {
    const network = await newCardNetwork(app)
    const { partner, memberId, merchant } = network
    await network.deliver('transaction.clearing', { amount: 42.5 })
    const folder = newFolder()
    const rows = await runUntil(partner, folder, ({ entries = [] }) => entries.length >= 2)
    const [member] = rows.members!
    expect(member).toMatchObject({ deleted: false, tier_level: 2, row_version: expect.any(Number) })
    expect(rows.dines).toMatchObject([
      { member: member!.member, restaurant_id: merchant.id, cleared_cents: 4_250, base_units: 127 },
    ])
    expect(rows.entries).toMatchObject([
      { account: 'member_rewards', member: member!.member, units: 127, line: 1 },
      { account: 'program_rewards', member: null, units: -127, line: 2 },
    ])
    expect(rows.restaurants).toMatchObject([{ restaurant_id: merchant.id, deleted: false, left_on: null }])

    const person = await db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const text = readRuns(folder, partner.slug)
      .map(one => one.text)
      .join()
    for (const secret of [person.id, person.email, person.lastName, person.phoneNumber, person.memberNumber])
      if (secret) expect(text).not.toContain(secret)
    // Another place gets the same pseudonym.
    const again = await runUntil(partner, newFolder(), ({ members = [] }) => members.length === 1)
    expect(again.members![0]!.member).toBe(member!.member)
  })

  test('an erased member -> a tombstone with a higher version, and the dines stay', async () => {
    const network = await newCardNetwork(app)
    const { partner } = network
    await network.deliver('transaction.clearing', { amount: 42.5 })
    const folder = newFolder()
    const before = await runUntil(partner, folder, ({ dines = [] }) => dines.length === 1)
    await eraseMember({ ...app.context(partner), actor: anOperator }, network.memberId)
    const after = await runUntil(partner, folder, ({ members = [] }) => members[0]?.deleted === true)
    const [was, is] = [before.members![0]!, after.members![0]!]
    expect(is).toEqual({
      ...Object.fromEntries(Object.keys(was).map(name => [name, null])),
      member: was.member,
      deleted: true,
      row_version: expect.any(Number),
      changed_at: expect.any(String),
    })
    expect(Number(is.row_version)).toBeGreaterThan(Number(was.row_version))
    expect(after.dines).toHaveLength(1)
  })

  test('CSV: the same rows, lists in one field, and no formula for a spreadsheet', async () => {
    const partner = app.newPartner()
    const { id } = await newMerchant(app, partner)
    await db
      .updateTable('merchants')
      .set({ name: '=HYPERLINK("https://x.example")', cuisines: ['Thai', 'Lao'] })
      .where('id', '=', id)
      .execute()
    const folder = newFolder()
    const { restaurants } = await runUntil(partner, folder, one => one.restaurants?.length === 1, {
      format: 'csv',
    })
    expect(restaurants).toMatchObject([
      { restaurant_id: id, name: '\'=HYPERLINK("https://x.example")', cuisines: 'Thai; Lao', left_on: '' },
    ])
  })

  test('named: only with a reason, which the audit log has before the first row is read', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner)
    const folder = newFolder()
    const rows = await runUntil(partner, folder, one => one.members?.length === 1, {
      identifiedFor: 'A court asks.',
    })
    expect(rows.members).toMatchObject([{ member_id: member.id, email: member.email }])
    expect(readRuns(folder, partner.slug)[0]!.manifest.isIdentified).toBe(true)
    const entries = await db
      .selectFrom('auditLog')
      .select(['action', 'actor', 'subject', 'reason'])
      .where('partnerId', '=', partner.slug)
      .orderBy('id')
      .execute()
    expect(entries[0]).toEqual({
      action: 'export.identified',
      actor: 'ada',
      subject: folder,
      reason: 'A court asks.',
    })
    expect(entries.map(({ action }) => action)).toContain('export.tables')
  })
})

describe('where a run begins', () => {
  test('a row that commits after a run -> is in the next one, though it began before', async () => {
    const partner = app.newPartner()
    const early = await newMember(app, partner)
    const folder = newFolder()
    const trx = await db.startTransaction().execute()
    await trx.updateTable('members').set({ tierLevel: 3 }).where('id', '=', early.id).execute()
    const late = await newMember(app, partner)
    const first = await run(partner, folder)
    // What committed later than the open transaction began waits for it too: nothing is skipped.
    expect(first === null || first.tables[0]!.rows <= 1).toBe(true)
    await trx.commit().execute()
    const { members } = await runUntil(partner, folder, one => one.members?.length === 2)
    expect(members!.map(row => row.tier_level).toSorted()).toEqual([late.tierLevel ?? 2, 3].toSorted())
  })

  test('nothing changed -> no files; two tables -> the others are not moved', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    await newMerchant(app, partner)
    const folder = newFolder()
    await runUntil(partner, folder, one => one.members?.length === 1, { tables: ['members'] })
    const count = () => readdirSync(join(folder, partner.slug)).length
    const before = count()
    expect(await run(partner, folder, { tables: ['members'] })).toBeNull()
    expect(count()).toBe(before)
    const rows = await runUntil(partner, folder, one => one.restaurants?.length === 1)
    expect(rows.members).toHaveLength(1)
  })

  test('since a time -> a first run begins there, a later one has those rows again and misses none', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    const since = new Date(
      (await sql<{ at: Date }>`select now() as at`.execute(db)).rows[0]!.at.getTime() + 1,
    )
    await expect.poll(() => Date.now()).toBeGreaterThan(since.getTime() + 2)
    await newMember(app, partner)
    const folder = newFolder()
    const first = await runUntil(partner, folder, one => one.members?.length === 1, { since })
    await newMember(app, partner)
    await runUntil(partner, folder, one => one.members?.length === 2)
    expect(first.members).toHaveLength(1)
    const again = await run(partner, folder, { since })
    expect(again).toMatchObject({ since: since.toISOString() })
    expect(again!.tables[0]!.rows).toBe(2)
  })

  test('a manifest that this database has not written -> keeps its number', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    const folder = newFolder()
    mkdirSync(join(folder, partner.slug, '000001'), { recursive: true })
    writeFileSync(join(folder, partner.slug, '000001', 'manifest.json'), '{}')
    await expect.poll(() => run(partner, folder).then(manifest => manifest?.run)).toBe(2)
  })

  test('a run that stands still for a minute -> another takes over, and the first one writes nothing', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    const folder = newFolder()
    await sql`insert into export_targets (partner_id, target, claimed_by, claimed_until)
      values (${partner.slug}, ${folder}, 'another', now() + interval '1 minute')`.execute(db)
    await expect(run(partner, folder)).rejects.toThrow('wait for a minute')
    expect(existsSync(folder)).toBe(false)
    await sql`update export_targets set claimed_until = now() - interval '1 s' where target = ${folder}`.execute(
      db,
    )
    await runUntil(partner, folder, one => one.members?.length === 1)
  })
})

describe('buckets', () => {
  const manifestOf = (slug: string, number = 1) =>
    readRun(String(number).padStart(6, '0'), file => {
      const object = s3.objects.get(`/bucket/warehouse/${slug}/${String(number).padStart(6, '0')}/${file}`)
      if (!object) throw new Error(`there is no ${file}`)
      return object
    })

  test('files come before the manifest, each with its hash', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    await expect.poll(() => run(partner, 's3://bucket/warehouse').then(Boolean)).toBe(true)
    const { rows } = manifestOf(partner.slug)
    expect(rows.members).toHaveLength(1)
    const keys = [...s3.objects.keys()].filter(key => key.includes(partner.slug))
    expect(keys.at(-1)).toBe(`/bucket/warehouse/${partner.slug}/000001/manifest.json`)
    expect(readdirSync(join(root, 'export-drafts', partner.slug))).toEqual([])
  })

  test('cut off before the manifest, and after it -> the next run continues', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    const isManifest = (request: string) =>
      request.includes(partner.slug) && request.endsWith('manifest.json')
    s3.refuse = request => (request.startsWith('PUT') && isManifest(request) ? 400 : null)
    await expect
      .poll(() => run(partner, 's3://bucket/warehouse').catch(error => error.message))
      .toContain('answered 400')
    expect(() => manifestOf(partner.slug)).toThrow('there is no manifest.json')
    s3.refuse = () => null
    await expect.poll(() => run(partner, 's3://bucket/warehouse').then(Boolean)).toBe(true)
    expect(manifestOf(partner.slug).rows.members).toHaveLength(1)
  })

  test.each([
    ['a bucket that is not there', 's3://nowhere/a', null, 'There is no bucket "nowhere": make it'],
    ['a bucket that refuses', 's3://bucket/a', 403, 'The bucket "bucket" refuses'],
    ['a service that fails', 's3://bucket/a', 503, 'answered 503'],
  ])('%s -> a sentence, and nothing is written', async (_name, to, status, sentence) => {
    const partner = app.newPartner()
    await newMember(app, partner)
    s3.refuse = request => (status !== null && request.includes(partner.slug) ? status : null)
    await expect(run(partner, to)).rejects.toThrow(sentence)
    s3.refuse = () => null
    expect([...s3.objects.keys()].filter(key => key.includes(partner.slug))).toEqual([])
  })
})

describe('by schedule', () => {
  const services = (partner: Program, now: string) => ({
    ...app.context(partner),
    clock: { now: () => new Date(now) },
    gateways: gatewaysOf(partner),
    partners: { ...app.partners, all: () => [partner] },
    actor: { kind: 'system', name: 'exports' } as const,
  })
  const settings = (to: string) => ({ timeZone: 'America/New_York', exports: { to, hour: 4, format: 'csv' } })

  test('once a day from the hour in the zone of the program, to the place that is set', async () => {
    const partner = app.newPartner({ settings: settings('s3://bucket/nightly') })
    await newMember(app, partner)
    const runs = () => db.selectFrom('exportRuns').selectAll().where('partnerId', '=', partner.slug).execute()
    await exportDueTables(services(partner, '2026-03-10T07:59:00Z'))
    await exportDueTables(services(partner, '2026-03-10T07:59:30Z'))
    expect(await runs()).toHaveLength(1)
    await exportDueTables(services(partner, '2026-03-10T08:01:00Z'))
    await exportDueTables(services(partner, '2026-03-10T20:00:00Z'))
    await exportDueTables(services(partner, '2026-03-11T07:59:00Z'))
    expect(await runs()).toMatchObject([{ isScheduled: true, startedBy: 'exports' }, { error: null }])
  })

  test('off by default', async () => {
    const partner = app.newPartner()
    await newMember(app, partner)
    expect(await exportDueTables(services(partner, '2026-03-10T07:59:00Z'))).toBe(0)
  })

  test('what fails -> the job says of which program and why, and it is due again', async () => {
    const partner = app.newPartner({ settings: settings('s3://nowhere') })
    const job = scheduledJobs.find(({ name }) => name === 'exports')!
    const of = { ...services(partner, '2026-03-10T12:00:00Z'), database: app.database }
    const sentence = `${partner.slug}: There is no bucket "nowhere": make it, or name another one.`
    expect(await runJobNow(of, job, { atMostMs: 60_000 })).toEqual({ state: 'failed', error: sentence })
    const [state] = await listJobs(of, [job])
    expect(state!.lastRun).toMatchObject({ error: sentence })
    await expect(exportDueTables(of)).rejects.toThrow(sentence)
  })
})

describe('the command', () => {
  const partner = app.newPartner()
  const world = {
    database: app.database,
    clock: app.clock,
    partners: app.partners,
    gateways: gatewaysOf(partner),
  } as unknown as World
  const lines: string[] = []
  const command = (...args: string[]) =>
    exportTablesCommand(world, args, { cwd: root, print: line => void lines.push(line), actor: anOperator })
  const of = ['--partner', partner.slug]

  test('a folder beside the caller -> says what it has', async () => {
    await newMember(app, partner)
    await expect
      .poll(async () => [await command(...of, '--to', 'beside', '--tables', 'members'), lines.at(-1)])
      .toEqual([0, expect.stringContaining('has 1 members')])
    expect(rowsIn(join(root, 'beside'), partner).members).toHaveLength(1)
    await command(...of, '--to', 'beside', '--tables', 'members')
    expect(lines.at(-1)).toContain('nothing has changed')
  })

  test.each([
    ['no program', [], 'with --partner'],
    ['an unknown program', ['--partner', 'nowhere'], 'There is no partner "nowhere"'],
    ['an unknown table', [...of, '--tables', 'members,cards'], 'There is no table "cards": choose from'],
    ['an unknown format', [...of, '--format', 'xml'], 'ndjson, csv'],
    ['a time without its zone', [...of, '--since', '2026-03-01T00:00:00'], 'such as 2026-11-01T00:00:00Z'],
    ['no time', [...of, '--since', 'soon'], 'no time with its zone'],
    ['a time to come', [...of, '--since', '2099-01-01T00:00:00Z'], 'a time that is past'],
    ['names without a reason', [...of, '--identified'], 'with --reason'],
    ['an unknown option', [...of, '--all'], '--all'],
    ['half a bucket', [...of, '--to', 's3://A'], 'neither a folder nor a bucket'],
    ['a folder that is a file', [...of, '--to', 'file'], 'is not a folder: name one'],
    ['a folder in a place that makes none', [...of, '--to', '/proc/dineward'], 'name a folder that exists'],
  ])('%s -> one sentence that says what to do', async (_name, args, sentence) => {
    writeFileSync(join(root, 'file'), '')
    await expect(command(...args)).rejects.toThrow(sentence)
  })

  test('without a service for buckets -> which variables to set', () => {
    const stores = exportStores({ dataDir: root, s3: null })
    expect(() => stores.open('s3://bucket')).toThrow('set EXPORT_STORE_URL')
  })

  test('a full disk -> a sentence, and nothing that a receiver would read', async () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    const folder = newFolder()
    const stores = gatewaysOf(partner).exports
    const gateways = {
      ...gatewaysOf(partner),
      exports: {
        open: (to: string) => ({ ...stores.open(to), publish: () => Promise.reject(full) }),
      },
    }
    const services = { ...app.context(partner), actor: anOperator, gateways }
    const failing = () =>
      exportTables(services, { to: folder, tables: ['members'], format: 'ndjson' }).catch(
        error => error.message,
      )
    await expect.poll(failing).toBe(`The disk of ${folder} is full: make room, then start the export again.`)
    expect(readdirSync(join(folder, partner.slug))).toEqual([])
  })
})
