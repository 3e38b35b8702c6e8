import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { importBooksCommand } from '../../cli/commands/restaurants/import-books-command.ts'
import {
  addStaffCommand,
  removeStaffCommand,
  staffPasswordCommand,
} from '../../cli/commands/staff-command.ts'
import type { Actor } from '../../context.ts'
import { newMerchant } from '../../testing/factories.ts'
import { newStaff, signInStaff } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import type { World } from '../../world.ts'
import { retryEvent } from '../card-events/inbox.service.ts'
import { setSetting, unsetSetting } from '../partner/settings.service.ts'
import { addPhoto, removePhotos } from '../photos/photos.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const operator: Actor = { kind: 'system', name: 'ada' }
const contextOf = () => ({
  db: app.database.db,
  clock: app.clock,
  partners: app.partners,
  actor: operator,
})

/** Other files of this worker share the database: a subject that they have too needs its partner. */
const entriesAbout = async (subject: string, partnerId?: string) => {
  const rows = await app.database.db
    .selectFrom('auditLog')
    .selectAll()
    .where('subject', '=', subject)
    .$if(partnerId !== undefined, query => query.where('partnerId', '=', partnerId!))
    .orderBy('id')
    .execute()
  return rows.map(({ id: _, client: _network, session: _session, at, ...row }) => {
    expect(at).toEqual(app.clock.now())
    return row
  })
}
const entry = (changes: object) => ({
  partnerId: null,
  actorKind: 'system',
  actor: 'ada',
  before: null,
  after: null,
  reason: null,
  ...changes,
})

describe('audit log', () => {
  test('staff commands: each change of an account -> one entry by the operator', async () => {
    const world = { database: app.database, clock: app.clock, partners: app.partners } as unknown as World
    const email = `${crypto.randomUUID()}@dineward.example`
    const caller = { cwd: '/', print: () => {}, actor: operator }
    const where = ['--role', 'viewer', '--partner', 'skyward']
    await addStaffCommand(world, ['--email', email, '--name', 'Sam', ...where], caller)
    await expect(addStaffCommand(world, ['--email', email, '--name', 'Sam'], caller)).rejects.toThrow()
    await staffPasswordCommand(world, ['--email', email], caller)
    await removeStaffCommand(world, ['--email', email], caller)
    await expect(removeStaffCommand(world, ['--email', email], caller)).rejects.toThrow()
    const added = { name: 'Sam', partners: ['skyward'], role: 'viewer' }
    const removed = { name: 'Sam', roles: [{ partnerId: 'skyward', role: 'viewer', groupName: null }] }
    expect(await entriesAbout(email)).toEqual([
      entry({ action: 'staff.add', subject: email, after: added }),
      entry({ action: 'staff.renewPassword', subject: email }),
      entry({ action: 'staff.remove', subject: email, before: removed }),
    ])
  })

  test('staff sign-in and sign-out: an entry by the staff member, and one of a failed sign-in', async () => {
    const partner = app.newPartner()
    const { email } = await newStaff(app)
    const client = newClient(app, partner)
    await signInStaff(client, email, 'not-the-password-1')
    await signInStaff(client, email)
    await client.send('POST', '/api/Staff/SignOut')
    await client.send('POST', '/api/Staff/SignOut')
    const byStaff = { subject: email, actorKind: 'staff', actor: email, partnerId: partner.slug }
    const refused = { actorKind: 'anonymous', actor: '', reason: 'invalid_credentials' }
    // A refusal is recorded behind its answer.
    await expect.poll(() => entriesAbout(email)).toHaveLength(3)
    const entries = await entriesAbout(email)
    expect(entries.toSorted((one, other) => one.action.localeCompare(other.action))).toEqual([
      entry({ action: 'staff.signIn', ...byStaff }),
      entry({ action: 'staff.signInRefused', ...byStaff, ...refused }),
      entry({ action: 'staff.signOut', ...byStaff }),
    ])
  })

  test('settings: value before and after; a refused value -> none', async () => {
    const partner = app.newPartner()
    await app.database.db
      .insertInto('partnerOverrides')
      .values({
        partnerId: partner.slug,
        settings: JSON.stringify({ hostNames: [] }),
        updatedAt: app.clock.now(),
      })
      .execute()
    const path = 'maxLinkedCards'
    await setSetting(contextOf(), { partner, path, value: 3 })
    await setSetting(contextOf(), { partner, path, value: 4 })
    await expect(setSetting(contextOf(), { partner, path, value: 'many' })).rejects.toThrow()
    await unsetSetting(contextOf(), { partner, path })
    const about = { subject: path, partnerId: partner.slug }
    expect(await entriesAbout(path, partner.slug)).toEqual([
      entry({ action: 'setting.set', ...about, after: 3 }),
      entry({ action: 'setting.set', ...about, before: 3, after: 4 }),
      entry({ action: 'setting.unset', ...about, before: 4 }),
    ])
  })

  test('staging clock: an entry by the signed-in staff member', async () => {
    const client = newClient(app, app.newPartner())
    const { email } = await newStaff(app)
    await signInStaff(client, email)
    const now = '2026-04-01T12:00:00.000Z'
    expect((await client.send('POST', '/api/Staging/Clock', { now })).statusCode).toBe(200)
    const entries = app.database.db.selectFrom('auditLog').selectAll().where('actor', '=', email)
    expect(await entries.where('subject', '=', 'clock').execute()).toMatchObject([
      { action: 'clock.set', actorKind: 'staff', actor: email, partnerId: null, after: { now } },
    ])
  })

  test('photos: an entry for each that is added or removed, none for an unknown id', async () => {
    const merchant = await newMerchant(app, app.newPartner())
    const services = { ...contextOf(), gateways: app.context(app.newPartner()).gateways }
    const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c02020' } })
      .jpeg()
      .toBuffer()
    const details = { source: 'upload:a.jpg', rights: 'own', alt: 'The room' }
    const input = {
      merchantId: merchant.id,
      kind: 'place',
      file,
      focalX: 0.5,
      focalY: 0.5,
      ...details,
    } as const
    const { id } = await addPhoto(services, input)
    await removePhotos(services, [id, 'unknown'])
    expect(await entriesAbout(id)).toMatchObject([
      { action: 'photo.add', actor: 'ada', after: { merchantId: merchant.id, ...details } },
      { action: 'photo.remove', actor: 'ada', before: { merchantId: merchant.id, ...details } },
    ])
    expect(await entriesAbout('unknown')).toEqual([])
  })

  test('retried card event: an entry; an unknown event -> none', async () => {
    const { id } = await app.database.db
      .insertInto('cardEvents')
      .values({
        provider: 'fidel',
        event: 'transaction.clearing',
        dedupeKey: crypto.randomUUID(),
        body: '{}',
        receivedAt: app.clock.now(),
        status: 'parked',
        transactionId: 'one',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await retryEvent(contextOf(), id)).toBe(true)
    expect(await retryEvent(contextOf(), 999_999)).toBe(false)
    const subject = `card event ${id}`
    expect(await entriesAbout(subject)).toEqual([entry({ action: 'event.retry', subject })])
    expect(await entriesAbout('card event 999999')).toEqual([])
  })

  test('import command: an entry; a dry run -> none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dw-audit-'))
    const subject = `${crypto.randomUUID()}.ndjson`
    writeFileSync(join(folder, subject), '{}\n')
    const world = { database: app.database, clock: app.clock } as unknown as World
    const caller = { cwd: folder, print: () => {}, actor: operator }
    await importBooksCommand(world, [subject, '--dry-run'], caller)
    expect(await entriesAbout(subject)).toEqual([])
    await importBooksCommand(world, [subject], caller)
    expect(await entriesAbout(subject)).toEqual([entry({ action: 'import.books', subject })])
    rmSync(folder, { recursive: true })
  })

  test('append-only: update and delete -> refused by the database', async () => {
    const { db } = app.database
    await signInStaff(newClient(app, app.newPartner()), (await newStaff(app)).email)
    await expect(db.deleteFrom('auditLog').execute()).rejects.toThrow()
    await expect(db.updateTable('auditLog').set({ reason: 'none' }).execute()).rejects.toThrow()
  })
})
