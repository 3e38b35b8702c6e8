import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { exportedTables } from '@dineward/core/partner/settings/exports.settings.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import { type ExportStore, folderExportStore } from '../../gateways/files/export-store.ts'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { pseudonym } from './export-files.service.ts'
import { type ExportOf, exportTables } from './export-tables.service.ts'
import { exportKey } from './exports.repository.ts'
import { readRuns, unionOf } from './exports-for-test.ts'

// Its dines and postings have no causes, which the checks of other tests would find.
const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const root = mkdtempSync(join(tmpdir(), 'dw-export-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const anOrder = (to: string): ExportOf => ({ to, tables: exportedTables, format: 'ndjson', rowsOfFile: 3 })

interface Killed {
  /** How many statements the database still answers. */
  readonly statements?: number
  /** Where the store is cut off. */
  readonly store?: 'before' | 'after'
}

/** The process is killed somewhere: from then on nothing of it works. */
async function exportOf(partner: Partner, folder: string, killed: Killed = {}, of: Partial<ExportOf> = {}) {
  const { gateways, ...ctx } = app.context(partner)
  const store = folderExportStore(folder)
  const isDead = { now: false }
  const cut = async () => {
    isDead.now = true
    throw new Error('killed')
  }
  const killedStore: ExportStore = {
    ...store,
    async publish(...run) {
      if (killed.store === 'before') await cut()
      await store.publish(...run)
      if (killed.store === 'after') await cut()
    },
    discard: async staged => (isDead.now ? undefined : store.discard(staged)),
  }
  const services = {
    ...ctx,
    actor: { kind: 'system', name: 'ada' } as const,
    db: dying(isDead, killed.statements ?? Number.POSITIVE_INFINITY),
    gateways: { ...gateways, exports: { open: () => killedStore } },
  }
  try {
    return await exportTables(services, { ...anOrder(folder), ...of })
  } catch (error) {
    if (!isDead.now) throw error
    // A minute later its claim has ended.
    await sql`update export_targets set claimed_until = now() - interval '1 s' where partner_id = ${partner.slug}`.execute(
      db,
    )
    return 'killed'
  }
}

function dying(isDead: { now: boolean }, statements: number): Db {
  let left = statements
  return db.withPlugin({
    transformQuery({ node }) {
      left -= 1
      isDead.now ||= left < 0
      if (isDead.now) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** Runs until all that has committed is there: transactions of other tests hold the horizon back. */
async function exportAll(partner: Partner, folder: string): Promise<void> {
  const exported = async () => {
    await exportOf(partner, folder)
    return versionsIn(unionOf(readRuns(folder, partner.slug)))
  }
  await expect.poll(exported).toEqual(await versionsOf(partner))
}

const versionsIn = (union: Record<string, Map<string, Record<string, unknown>>>) =>
  Object.fromEntries(
    Object.entries(union).map(([table, rows]) => [
      table,
      [...rows].map(([id, row]) => `${id} ${row.row_version}`).toSorted(),
    ]),
  )

/** The same, from the tables. */
async function versionsOf({ slug }: Partner) {
  const key = await exportKey(db, slug, app.clock.now())
  const select = async (query: ReturnType<typeof sql<{ id: string; version: string }>>) =>
    (await query.execute(db)).rows
  const members = await select(
    sql`select id, row_version::text as version from members where partner_id = ${slug}`,
  )
  return {
    members: members.map(({ id, version }) => `${pseudonym(key, id)} ${version}`).toSorted(),
    dines: (await select(sql`select id, row_version::text as version from dines where partner_id = ${slug}`))
      .map(({ id, version }) => `${id} ${version}`)
      .toSorted(),
    entries: (
      await select(sql`select concat(posting_id, ' ', row_number() over (partition by posting_id)) as id, '1' as version
        from ledger_entries where partner_id = ${slug}`)
    )
      .map(({ id, version }) => `${id} ${version}`)
      .toSorted(),
    restaurants: (
      await select(sql`select m.id, (m.row_version + p.row_version)::text as version
        from merchants m join merchant_participations p on p.merchant_id = m.id where p.partner_id = ${slug}`)
    )
      .map(({ id, version }) => `${id} ${version}`)
      .toSorted(),
  }
}

/** A program in which anything may happen. */
async function newLife(seed: string) {
  const random = seededRandom(seed)
  const partner = app.newPartner()
  const { slug } = partner
  const members = [await newMember(app, partner)]
  const cards = [await newLinkedCard(app, members[0]!)]
  const merchants = [await newMerchant(app, partner)]
  const dines: string[] = []
  let posted = 0
  const steps: (() => Promise<unknown>)[] = [
    async () => void members.push(await newMember(app, partner)),
    async () => void merchants.push(await newMerchant(app, partner)),
    () =>
      db
        .updateTable('members')
        .set({ tierLevel: random.pick([0, 2, 3]), emailOptIn: random.chance(0.5) })
        .where('id', '=', random.pick(members).id)
        .execute(),
    () =>
      db
        .updateTable('members')
        .set({ erasedAt: app.clock.now(), email: '', firstName: '', lastName: '' })
        .where('id', '=', random.pick(members).id)
        .execute(),
    async () => {
      const id = `${slug}-dine-${dines.length}`
      dines.push(id)
      await db
        .insertInto('dines')
        .values({
          partnerId: slug,
          id,
          memberId: members[0]!.id,
          linkedCardId: cards[0]!.id,
          cardLastFour: '1111',
          merchantId: random.pick(merchants).id,
          merchantName: 'A place',
          sourceTransactionId: id,
          dinedAt: '2026-03-10 19:30:00',
          status: 'Pending',
          decision: '{}',
          createdAt: app.clock.now(),
          updatedAt: app.clock.now(),
          authCode: null,
          authorizedCents: 4_250,
          clearedCents: null,
          reasonCode: null,
        })
        .execute()
    },
    async () => {
      if (dines.length === 0) return
      await db
        .updateTable('dines')
        .set({ status: random.pick(['Awarded', 'Paid', 'Forfeit']), clearedCents: random.int(1, 9_999) })
        .where('id', '=', random.pick(dines))
        .execute()
    },
    () =>
      postMany(
        db,
        Array.from({ length: random.int(1, 4) }, () => ({
          partnerId: slug,
          idempotencyKey: `${posted++}`,
          kind: 'dine_reward' as const,
          correlationId: 'a',
          reasonCode: 'test',
          postedAt: app.clock.now(),
          entries: rewardEntries(random.pick(members).id, random.int(1, 900)),
        })),
      ),
    () =>
      db
        .updateTable('merchantParticipations')
        .set({ leftOn: random.pick([null, '2026-03-11']) })
        .where('merchantId', '=', random.pick(merchants).id)
        .execute(),
    () =>
      db
        .updateTable('merchants')
        .set({
          name: random.pick(['Olive', '=1+1', 'Oliva, "the" place']),
          photoCode: `${random.int(1, 99)}`,
        })
        .where('id', '=', random.pick(merchants).id)
        .execute(),
  ]
  return {
    partner,
    random,
    async live() {
      for (let count = random.int(0, 9); count > 0; count--) await random.pick(steps)()
    },
  }
}

describe('runs that are killed anywhere', () => {
  test.each(Array.from({ length: sampleSize(4, 60) }, (_, n) => n))(
    'life %i -> the files together are the tables, each version once, and nothing of another program',
    longTest,
    async seed => {
      const folder = join(root, `life-${seed}`)
      const [life, other] = [await newLife(`export ${seed}`), await newLife(`other ${seed}`)]
      const { partner, random } = life
      for (let round = 0; round < 12; round++) {
        await life.live()
        await other.live()
        const killed = random.pick<Killed>([
          {},
          { store: 'before' },
          { store: 'after' },
          { statements: random.int(0, 30) },
          { statements: random.int(0, 30) },
        ])
        await exportOf(partner, folder, killed)
        if (random.chance(0.3)) await exportOf(other.partner, folder)
      }
      await exportAll(partner, folder)
      await exportAll(other.partner, folder)
      // What killed runs have left is gone, and no receiver ever saw it.
      expect(readdirSync(join(folder, partner.slug)).filter(name => name.startsWith('.'))).toEqual([])
    },
  )
})
