import {
  type ExportManifest,
  exportManifest,
  type getExports,
  type ManifestTable,
} from '@dineward/core/exports/exports.contract.ts'
import type { ExportedTable, ExportFormat } from '@dineward/core/partner/settings/exports.settings.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import type { ConsoleContext, Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { ExportRefused, type ExportStore, type StagedFile } from '../../gateways/files/export-store.ts'
import { slugsOf } from '../../http/serve-console.ts'
import { newId } from '../../new-id.ts'
import { type FigureServices, hasActionsOf } from '../reports/read-figures.service.ts'
import { actorName, recordAudit } from '../staff/audit.service.ts'
import { writeManifest, writeTable } from './export-files.service.ts'
import { exportHorizon, hasEnded, type ReadRows } from './exported-rows.read.ts'
import {
  claimTarget,
  endInterruptedRuns,
  exportKey,
  finishExportRun,
  insertExportRun,
  isRunOf,
  listExportRuns,
  releaseTarget,
  renewClaim,
  savePositions,
  selectPositions,
  type Target,
} from './exports.repository.ts'

export interface ExportOf {
  /** `folder`, an absolute path, or `s3://bucket/prefix`. */
  readonly to: string
  readonly tables: readonly ExportedTable[]
  readonly format: ExportFormat
  /** Rows that changed since then are written again, or a first run begins with them. */
  readonly since?: Date | null
  /** Why the members are named. Null: they are not. */
  readonly identifiedFor?: string | null
  readonly isScheduled?: boolean
  readonly rowsOfFile?: number
}

export type ExportServices = Pick<Context, 'db' | 'clock' | 'actor' | 'partner' | 'gateways'> &
  Pick<FigureServices, 'replica'>

interface Run extends Target {
  readonly id: string
  readonly store: ExportStore
}

const renewEveryMs = 15_000

/**
 * Write what has changed since the last run to the same place. A run that was killed is continued by the next one: the
 * position moves last, after the manifest (docs/decisions/095).
 * @returns null where nothing has changed
 * @throws ExportRefused
 */
export async function exportTables(ctx: ExportServices, of: ExportOf): Promise<ExportManifest | null> {
  const store = ctx.gateways.exports.open(of.to)
  const run: Run = { id: newId(), partnerId: ctx.partner.slug, target: of.to, store }
  const lastRun = await beginRun(ctx, run, of)
  const renewing = setInterval(() => renewClaim(ctx.db, run, run.id).catch(() => {}), renewEveryMs).unref()
  try {
    return await writeRun(ctx, run, { ...of, lastRun: await adoptRuns(ctx, run, lastRun) })
  } catch (error) {
    const explained = store.explain(error)
    await failRun(ctx, run, explained)
    throw explained
  } finally {
    clearInterval(renewing)
  }
}

/** @returns the number of the last run */
function beginRun(ctx: ExportServices, run: Run, of: ExportOf): Promise<number> {
  const { id, partnerId, target } = run
  const { clock, actor } = ctx
  const { identifiedFor = null, isScheduled = false } = of
  return ctx.db.transaction().execute(async db => {
    const lastRun = await claimTarget(db, run, id)
    if (lastRun === null)
      throw new ExportRefused(
        `Another export of ${partnerId} to ${target} is running, or was killed within the last minute: wait for a minute, then start it again.`,
      )
    const startedAt = clock.now()
    await endInterruptedRuns(db, run, { runId: id, at: startedAt })
    await insertExportRun(db, { partnerId, id, target, startedBy: actorName(actor), isScheduled, startedAt })
    if (identifiedFor !== null)
      await recordAudit(
        { ...ctx, db },
        { action: 'export.identified', subject: target, partnerId, reason: identifiedFor },
      )
    return lastRun
  })
}

/**
 * A run that was killed after its manifest was there is a whole one: only the position has to move. A manifest that this
 * database knows nothing of, since it was restored, keeps its number.
 * @returns the number of the last run
 */
async function adoptRuns(ctx: ExportServices, run: Run, lastRun: number): Promise<number> {
  const number = lastRun + 1
  const text = await run.store.readManifest(folderOf(run, number))
  if (text === null) return lastRun
  const manifest = readManifest(text)
  if (manifest && (await isRunOf(ctx.db, run, manifest.id)))
    await ctx.db.transaction().execute(db => saveRun({ ...ctx, db }, run, manifest))
  return adoptRuns(ctx, run, number)
}

const folderOf = ({ partnerId }: Run, number: number): string =>
  `${partnerId}/${String(number).padStart(6, '0')}`

function readManifest(text: string): ExportManifest | null {
  try {
    return exportManifest.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function writeRun(
  ctx: ExportServices,
  run: Run,
  { lastRun, tables, format, since = null, rowsOfFile, ...of }: ExportOf & { lastRun: number },
): Promise<ExportManifest | null> {
  const { db, clock, partner } = ctx
  const { partnerId, store } = run
  const { identifiedFor = null, isScheduled = false } = of
  const positions = await selectPositions(db, run)
  const begun = [...positions.values()].filter(position => position !== null)
  const to = await readThat(ctx, { has: begun, isScheduled })(replica => exportHorizon(replica, partnerId))
  if (to === null)
    throw new ExportRefused(
      'Rows are of later transactions than this database has had: restore it by npm run restore, which numbers them anew.',
    )
  const key = await exportKey(db, partnerId, clock.now())
  const staged = await store.stage(partnerId)
  try {
    const written: ManifestTable[] = []
    for (const table of tables) {
      const from = positions.get(table) ?? null
      const isIdentified = identifiedFor !== null
      const rowsOf = { partnerId, from, to, since, isIdentified, folder: staged, format, key }
      const read = readThat(ctx, { has: [to], isScheduled })
      written.push(await writeTable(read, table, { ...rowsOf, ...(rowsOfFile && { rowsOfFile }) }))
    }
    if (written.every(({ rows }) => rows === 0)) {
      await endEmptyRun(ctx, run, lastRun)
      return null
    }
    const manifest: ExportManifest = {
      formatVersion: 1,
      id: run.id,
      program: partner.slug,
      run: lastRun + 1,
      createdAt: clock.now().toISOString(),
      format,
      compression: 'gzip',
      isIdentified: identifiedFor !== null,
      since: since?.toISOString() ?? null,
      tables: written,
    }
    await writeManifest(staged, manifest)
    const files: StagedFile[] = written.flatMap(table => table.files)
    await store.publish(folderOf(run, manifest.run), staged, {
      files,
      mayShow: () => assertClaimed(ctx, run),
    })
    await db.transaction().execute(async trx => {
      await saveRun({ ...ctx, db: trx }, run, manifest)
      await assertReleased({ ...ctx, db: trx }, run, manifest.run)
    })
    return manifest
  } finally {
    await store.discard(staged).catch(() => {})
  }
}

/**
 * From a replica that has seen the end of all transactions before these positions, else from the primary: a run never goes
 * back behind the one before, and has every row before its own end. What its starter has just changed is in it.
 */
function readThat(
  { db, replica, actor }: ExportServices,
  { has, isScheduled }: { readonly has: readonly string[]; readonly isScheduled: boolean },
): ReadRows {
  if (!replica) return work => work(db)
  const hasActions = isScheduled ? async () => true : hasActionsOf(db, actorName(actor))
  const isCurrent = async (standby: Db) => {
    for (const position of has) if (!(await hasEnded(standby, position))) return false
    return hasActions(standby)
  }
  return async work => (await replica.read(db, work, { isCurrent })).value
}

/** The position moves here, and nowhere else. */
async function saveRun(ctx: ExportServices, run: Target, manifest: ExportManifest): Promise<void> {
  const { db, clock } = ctx
  const { partnerId, target } = run
  const { id, run: number, tables } = manifest
  await savePositions(db, run, tables)
  await finishExportRun(db, { partnerId, id }, { number, finishedAt: clock.now(), error: null, manifest })
  const rows = Object.fromEntries(tables.map(table => [table.name, table.rows]))
  await recordAudit(ctx, {
    action: 'export.tables',
    subject: target,
    partnerId,
    after: { run: number, ...rows },
  })
}

async function endEmptyRun(ctx: ExportServices, run: Run, lastRun: number): Promise<void> {
  const { partnerId, id } = run
  await ctx.db.transaction().execute(async db => {
    const end = { number: null, finishedAt: ctx.clock.now(), error: null, manifest: null }
    await finishExportRun(db, { partnerId, id }, end)
    await assertReleased({ ...ctx, db }, run, lastRun)
  })
}

async function failRun(ctx: ExportServices, run: Run, error: unknown): Promise<void> {
  const { partnerId, id } = run
  const message = error instanceof ExportRefused ? error.message : 'It failed; the log has the cause.'
  const end = { number: null, finishedAt: ctx.clock.now(), error: message, manifest: null }
  // The database may be what failed: then the claim ends by itself.
  await finishExportRun(ctx.db, { partnerId, id }, end).catch(() => {})
  await releaseTarget(ctx.db, run, { runId: id, lastRun: null }).catch(() => {})
}

async function assertClaimed({ db }: ExportServices, run: Run): Promise<void> {
  if (!(await renewClaim(db, run, run.id))) throw takenOver(run)
}

async function assertReleased({ db }: ExportServices, run: Run, lastRun: number): Promise<void> {
  if (!(await releaseTarget(db, run, { runId: run.id, lastRun }))) throw takenOver(run)
}

const takenOver = ({ target }: Run) =>
  new ExportRefused(`Another export to ${target} has begun since this one stood still: wait for it.`)

const pageSize = 100

/** The newest come first. */
export async function listExports(
  ctx: ConsoleContext,
  { partner, after }: ContractInput<typeof getExports>['query'],
): Promise<ContractResponse<typeof getExports>> {
  const runs = await listExportRuns(ctx.db, { partnerIds: slugsOf(ctx, partner), after, limit: pageSize })
  return {
    items: runs.map(({ partnerId, startedAt, finishedAt, isScheduled, ...run }) => ({
      ...run,
      partner: partnerId,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
  }
}
