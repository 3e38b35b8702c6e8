import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countLines, ImportFileError } from '../../import-file.ts'
import { refreshStatistics, upsertMerchants } from '../merchants/merchants.import.ts'
import { photoImporter } from '../photos/photo-import.service.ts'
import type { PhotoServices } from '../photos/photos.service.ts'
import { staffOfRun } from '../staff/worker-staff.service.ts'
import { findColumns } from './import-columns.service.ts'
import {
  lockRun,
  markApplied,
  markPhotos,
  markRefused,
  type RunRow,
  readPieces,
  selectPendingRows,
  selectRowsWithPhotos,
  selectWaitingRuns,
  updateRun,
} from './import-runs.repository.ts'
import { merchantFormats } from './merchant-formats.import.ts'
import { type ImportServices, type ReadRow, readBatches } from './merchant-import.service.ts'
import { keepRows, previewRows } from './preview-rows.service.ts'
import { undoRun } from './undo-imports.service.ts'

export interface ImportRunServices extends ImportServices {
  readonly gateways: PhotoServices['gateways']
  /** Tests have their own. */
  readonly newPhotoImporter?: typeof photoImporter
}

const batchSize = 500
const photoRows = 4
/** What gzip makes of 64 MB could fill every disk. The command reads larger files. */
const unpackedLimits = { maxBytes: 256 * 1024 * 1024, maxLines: 500_000 }

/** Work on every run that waits, the oldest first. The queue has one worker at them; one that fails does not hold up others. */
export async function runImports(services: ImportRunServices): Promise<number> {
  const runs = await selectWaitingRuns(services.db)
  const failures: unknown[] = []
  for (const run of runs)
    await works[run.state]?.(services, run).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${runs.length} imports failed`)
  return runs.length
}

/** In a process that may not be the worker's: rows are applied once, by whichever process does it. */
export async function applyImportNow(services: ImportRunServices, id: string): Promise<void> {
  const run = (await selectWaitingRuns(services.db)).find(one => one.id === id && one.state === 'applying')
  if (run) await applyRun(services, run)
}

const works: Partial<Record<RunRow['state'], (services: ImportRunServices, run: RunRow) => Promise<void>>> = {
  reading: readRun,
  applying: applyRun,
  undoing: undoRun,
}

/** Goes on after the lines that an earlier try has read. */
async function readRun(services: ImportServices, run: RunRow): Promise<void> {
  const { db, clock } = services
  const folder = await mkdtemp(join(tmpdir(), 'dineward-import-'))
  // The name's end says how it is read.
  const file = join(folder, `file${/(\.\w{1,8}){0,2}$/.exec(run.fileName)?.[0] ?? ''}`)
  try {
    await writeFile(file, readPieces(db, run))
    const lines = await countLines(file, unpackedLimits)
    const columns = run.columns ?? (await findColumns(db, run, file))
    if (columns === 'unclear') return
    for await (const batch of readBatches(file, columns))
      if (!(await readBatch(services, run, batch, lines))) return
    await updateRun(db, run, ['reading'], { state: 'read', progress: 1 })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    await updateRun(db, run, ['reading'], {
      state: 'failed',
      error: error.message.replaceAll(file, run.fileName),
      finishedAt: clock.now(),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns false when it was stopped. */
async function readBatch(
  services: ImportServices,
  run: RunRow,
  batch: readonly ReadRow[],
  lines: number,
): Promise<boolean> {
  const linesRead = Math.max(...batch.map(({ line }) => line))
  if (linesRead <= run.linesRead) return true
  return services.db.transaction().execute(async db => {
    const isOn = await updateRun(db, run, ['reading'], {
      linesRead,
      progress: lines > 0 ? Math.min(1, linesRead / lines) : 0,
    })
    if (isOn) await keepRows(db, run, await previewRows(db, run, batch))
    return isOn
  })
}

async function applyRun(services: ImportRunServices, run: RunRow): Promise<void> {
  const { db, clock } = services
  let step: 'more' | 'done' | 'stopped'
  do step = await db.transaction().execute(trx => applyBatch({ ...services, db: trx }, run))
  while (step === 'more')
  if (step === 'stopped') return
  await refreshStatistics(db)
  if (!(await fetchPhotos(services, run))) return
  await updateRun(db, run, ['applying'], {
    state: 'applied',
    progress: 1,
    finishedAt: clock.now(),
  })
}

/** Rows are written and marked in one transaction: a row is applied once, whatever ends the process. */
async function applyBatch(services: ImportServices, run: RunRow): Promise<'more' | 'done' | 'stopped'> {
  const { db, clock } = services
  if (!(await lockRun(db, run, 'applying'))) return 'stopped'
  const pending = await selectPendingRows(db, run, batchSize)
  if (pending.length === 0) return 'done'
  const rows = await previewRows(
    db,
    run,
    pending.map(({ line, merchant }) => ({ line, merchant: merchant! })),
  )
  const [refused, accepted] = [true, false].map(is => rows.filter(row => (row.outcome === 'refused') === is))
  for (const { line, remark } of refused!) await markRefused(db, run, { line, remark: remark! })
  const written = new Set(accepted!.flatMap(row => (row.outcome === 'unchanged' ? [] : row.line)))
  await upsertMerchants(
    db,
    pending.flatMap(({ line, merchant }) => (written.has(line) ? merchant! : [])),
    {
      partnerId: run.partnerId,
      columns: merchantFormats.standard.columns,
      changesTerms: true,
      now: clock.now(),
    },
  )
  await markApplied(db, run, accepted!, clock.now())
  return 'more'
}

/** After the restaurants are there, four rows at a time. @returns false when it was stopped. */
async function fetchPhotos(services: ImportRunServices, run: RunRow): Promise<boolean> {
  const { db, clock, gateways, newPhotoImporter = photoImporter } = services
  const actor = staffOfRun(run)
  for (;;) {
    if (!(await lockRun(db, run, 'applying'))) return false
    const rows = await selectRowsWithPhotos(db, run, photoRows)
    if (rows.length === 0) return true
    const remarks = new Map<number, string[]>()
    const report = (sentence: string, line: number) => {
      remarks.set(line, [...(remarks.get(line) ?? []), sentence])
    }
    await newPhotoImporter({ db, clock, gateways, actor }, { folder: null, report }).import(
      rows.map(({ line, merchant }) => ({ line, merchantId: merchant!.id, sources: merchant!.photos })),
    )
    for (const { line } of rows)
      await markPhotos(db, run, { line, remark: remarks.get(line)?.join(' ') ?? null, now: clock.now() })
  }
}
