import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type {
  getRestaurantImportRows,
  ImportRow,
  ImportRun,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { csvLine, csvMark } from '@dineward/core/shared/text/csv.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  insertRun,
  type RowOfRun,
  type RunWithCounts,
  selectRows,
  selectRuns,
  updateRun,
} from './import-runs.repository.ts'
import { readBatches } from './merchant-import.service.ts'
import { keepRows, previewRows, termChangesOf } from './preview-rows.service.ts'

export type ImportContext = Pick<ConsoleContext, 'db' | 'clock' | 'actor' | 'allowed' | 'isNetworkWide'>

export const maxImportBytes = 64 * 1024 * 1024
const pieceBytes = 1024 * 1024
const rowsOfAnswer = 200
const undoHours = 24

const slugsOf = ({ allowed }: ImportContext) => allowed.map(({ slug }) => slug)

/** Waits for a worker, which reads it. */
export async function createImportRun(
  ctx: ImportContext,
  { partnerId, fileName, file }: { partnerId: string; fileName: string; file: Buffer },
): Promise<ImportRun> {
  const id = randomUUID()
  await ctx.db.transaction().execute(async db => {
    await insertFile({ ...ctx, db }, { partnerId, id, fileName, file, state: 'reading' })
  })
  return showImportRun(ctx, id)
}

async function insertFile(
  ctx: ImportContext,
  {
    partnerId,
    id,
    fileName,
    file,
    state,
  }: { partnerId: string; id: string; fileName: string; file: Buffer; state: 'reading' | 'read' },
): Promise<void> {
  const pieces = Array.from({ length: Math.ceil(file.length / pieceBytes) }, (_, piece) =>
    file.subarray(piece * pieceBytes, (piece + 1) * pieceBytes),
  )
  const run = {
    partnerId,
    id,
    fileName,
    fileBytes: file.length,
    state,
    progress: state === 'read' ? 1 : 0,
    createdBy: ctx.actor.email,
    createdAt: ctx.clock.now(),
    editorPrograms: ctx.isNetworkWide ? null : slugsOf(ctx),
  }
  await insertRun(ctx.db, run, pieces)
  await audit(ctx, { partnerId, id }, { fileName, fileBytes: file.length, state })
}

/**
 * The file of a command is kept, read, where it gives other terms: it waits as one from the console does.
 * @returns the run's id, or null where nothing of it has to wait
 */
export async function keepFileWithTerms(
  ctx: ImportContext,
  { partnerId, path }: { readonly partnerId: string; readonly path: string },
): Promise<string | null> {
  const run = { partnerId, id: randomUUID(), editorPrograms: null }
  const hasTerms = await readsTerms(ctx.db, run, path)
  if (!hasTerms) return null
  const file = await readFile(path)
  if (file.length > maxImportBytes)
    throw new Error(`${path} changes terms, and waits for another person: split it into files of 64 MB.`)
  await ctx.db.transaction().execute(async db => {
    await insertFile({ ...ctx, db }, { ...run, fileName: basename(path), file, state: 'read' })
    for await (const batch of readBatches(path, null))
      await keepRows(db, run, await previewRows(db, run, batch))
  })
  return run.id
}

/** Most files give none, so that nothing is written before it is known. */
async function readsTerms(db: Db, run: Parameters<typeof previewRows>[1], path: string): Promise<boolean> {
  for await (const batch of readBatches(path, null)) {
    const rows = await previewRows(db, run, batch)
    const hasTerms = rows.some(({ outcome, changes, merchant }) => {
      const row = { outcome, changes: JSON.parse(changes), merchant: JSON.parse(merchant ?? 'null') }
      return termChangesOf(row).length > 0
    })
    if (hasTerms) return true
  }
  return false
}

export async function listImportRuns(ctx: ImportContext): Promise<ImportRun[]> {
  return (await selectRuns(ctx.db, slugsOf(ctx), null)).map(toRun)
}

/** @throws `not_found`. */
export async function showImportRun(ctx: ImportContext, id: string): Promise<ImportRun> {
  return toRun(await findRun(ctx, id))
}

export async function findRun(ctx: ImportContext, id: string): Promise<RunWithCounts> {
  const [run] = await selectRuns(ctx.db, slugsOf(ctx), id)
  if (!run) throw new AppError('not_found')
  return run
}

export async function listImportRows(
  ctx: ImportContext,
  id: string,
  { outcome, after }: ContractInput<typeof getRestaurantImportRows>['query'],
): Promise<ContractResponse<typeof getRestaurantImportRows>> {
  const run = await findRun(ctx, id)
  const rows = await selectRows(ctx.db, run, { outcome, after, limit: rowsOfAnswer + 1 })
  const shown = rows.slice(0, rowsOfAnswer)
  return { rows: shown.map(toRow), next: rows.length > rowsOfAnswer ? (shown.at(-1)?.line ?? null) : null }
}

/** Also where it was stopped. @throws `changed_meanwhile` in any other state. */
export function applyImportRun(ctx: ImportContext, id: string): Promise<ImportRun> {
  return changeState(ctx, id, ['read', 'stopped'], { state: 'applying', progress: 0 })
}

/** More of them are in the preview of the import. */
const shownTerms = 50

/**
 * Null where no restaurant that takes part gets other terms, and no new one terms of its own; else each of them counts.
 * @throws `not_found`
 */
export async function measureImport(ctx: ImportContext, id: string): Promise<MeasuredEffect | null> {
  const run = await findRun(ctx, id)
  const lines: MeasuredEffect['lines'][number][] = []
  for (let after = 0, count = 1_000; count === 1_000; ) {
    const rows = await selectRows(ctx.db, run, { after, limit: 1_000 })
    for (const row of rows)
      for (const { field, before, after } of row.appliedAt ? [] : termChangesOf(row))
        lines.push({
          label: `Line ${row.line}, ${row.name}${row.outcome === 'added' ? ', new' : ''}: ${field}`,
          before: termText(before),
          after: termText(after),
        })
    ;[after, count] = [rows.at(-1)?.line ?? 0, rows.length]
  }
  if (lines.length === 0) return null
  const more = lines.length - shownTerms
  return {
    partner: run.partnerId,
    amount: lines.length,
    title: `Import ${run.fileName}, with ${lines.length} other ${lines.length === 1 ? 'term' : 'terms'}`,
    lines: lines.slice(0, shownTerms),
    warnings: more > 0 ? [`${more} more terms change: they are in the preview of the import.`] : [],
  }
}

const termText = (value: unknown): string | null =>
  value === null ? null : Array.isArray(value) ? value.join(', ') || 'none' : String(value)

/** What was written stays. @throws `changed_meanwhile` where nothing runs. */
export async function stopImportRun(ctx: ImportContext, id: string): Promise<ImportRun> {
  const { state } = await findRun(ctx, id)
  if (state === 'undoing') return changeState(ctx, id, ['undoing'], { state: 'applied' })
  if (state !== 'reading') return changeState(ctx, id, ['applying'], { state: 'stopped' })
  return changeState(ctx, id, ['reading'], {
    state: 'failed',
    finishedAt: ctx.clock.now(),
    error: 'It was stopped before it was read to its end. Upload it again.',
  })
}

/** A worker puts back what it changed. @throws `changed_meanwhile` in other states, and after a day. */
export async function undoImportRun(ctx: ImportContext, id: string, reason: string): Promise<ImportRun> {
  const until = undoUntil(await findRun(ctx, id))
  if (!until || until < ctx.clock.now()) throw new AppError('changed_meanwhile')
  return changeState(ctx, id, ['applied', 'stopped'], { state: 'undoing', progress: 0 }, reason)
}

function undoUntil({ state, finishedAt, createdAt }: RunWithCounts): Date | null {
  if (state !== 'applied' && state !== 'stopped') return null
  return new Date((finishedAt ?? createdAt).getTime() + undoHours * 3_600_000)
}

async function changeState(
  ctx: ImportContext,
  id: string,
  from: Parameters<typeof updateRun>[2],
  change: Parameters<typeof updateRun>[3],
  reason?: string,
): Promise<ImportRun> {
  const run = await findRun(ctx, id)
  await ctx.db.transaction().execute(async db => {
    if (!(await updateRun(db, run, from, change))) throw new AppError('changed_meanwhile')
    await audit({ ...ctx, db }, run, { state: change.state, counts: run.counts }, reason)
  })
  return showImportRun(ctx, id)
}

export function audit(
  ctx: ImportContext,
  { partnerId, id }: { partnerId: string; id: string },
  after: object,
  reason?: string,
): Promise<void> {
  const entry = { action: 'import.merchants', subject: id, partnerId, after } as const
  return recordAudit(ctx, reason === undefined ? entry : { ...entry, reason })
}

/** The report is CSV, which comes a piece at a time. */
export async function* reportOfRun(ctx: ImportContext, id: string): AsyncGenerator<string> {
  const run = await findRun(ctx, id)
  yield `${csvMark}${csvLine(['line', 'outcome', 'id', 'name', 'applied', 'remark', 'changes'])}\r\n`
  for (let after = 0; ; ) {
    const rows = await selectRows(ctx.db, run, { after, limit: 1_000 })
    const last = rows.at(-1)
    if (!last) break
    yield rows.map(row => `${csvLine(reportedFields(row))}\r\n`).join('')
    after = last.line
  }
  const { unlistedRefusals } = run
  if (unlistedRefusals > 0)
    yield `${csvLine(['', 'refused', '', '', 'no', `and ${unlistedRefusals} more rows that were refused`, ''])}\r\n`
}

function reportedFields(row: RowOfRun): (string | number)[] {
  const { line, outcome, merchantId, name, appliedAt, undo, remark, changes } = row
  const told = changes.map(({ field, before, after }) => `${field}: ${text(before)} -> ${text(after)}`)
  return [
    line,
    outcome,
    merchantId ?? '',
    name ?? '',
    undo ?? (appliedAt ? 'yes' : 'no'),
    remark ?? '',
    told.join('; '),
  ]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

function toRun(run: RunWithCounts): ImportRun {
  const { id, partnerId, fileName, state, createdBy, createdAt, finishedAt, error, linesRead, counts } = run
  return {
    id,
    partner: partnerId,
    fileName,
    state,
    createdBy,
    error,
    linesRead,
    counts,
    unlistedRefusals: run.unlistedRefusals,
    hasColumns: run.fileColumns !== null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    progress: progressOf(run),
    undoUntil: undoUntil(run)?.toISOString() ?? null,
  }
}

function progressOf({ state, counts, progress }: RunWithCounts): number {
  const { added, updated, applied, undone, kept } = counts
  if (state === 'applying' || state === 'stopped') return applied / Math.max(1, added + updated)
  return state === 'undoing' ? (undone + kept) / Math.max(1, applied) : progress
}

function toRow({ line, outcome, merchantId, name, remark, changes, appliedAt, undo }: RowOfRun): ImportRow {
  return { line, outcome, merchantId, name, remark, changes, isApplied: appliedAt !== null, undo }
}
