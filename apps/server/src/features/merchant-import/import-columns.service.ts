import type {
  ImportColumns,
  ImportRun,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import {
  type ColumnMap,
  importColumns,
  missingColumns,
  proposedColumns,
  sameColumns,
  unusedColumns,
} from '@dineward/core/merchant-import/import-columns.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { readRows } from '../../import-file.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import {
  keepColumns,
  selectKeptColumns,
  setChosenColumns,
  setFileColumns,
} from './import-columns.repository.ts'
import type { RunRow } from './import-runs.repository.ts'
import { audit, findRun, type ImportContext, showImportRun } from './import-runs.service.ts'

const sampleRows = 3
const longestSample = 80

/** @returns null for JSON, whose names are ours; `unclear` where a person has to choose. */
export async function findColumns(db: Db, run: RunRow, file: string): Promise<ColumnMap | null | 'unclear'> {
  const fileColumns = await readFileColumns(file)
  if (!fileColumns) return null
  const header = fileColumns.map(({ name }) => name)
  const same = sameColumns(header)
  const isClear = missingColumns(same).length + unusedColumns(header, same).length === 0
  const kept = await selectKeptColumns(db, run.partnerId, versionOf(header))
  const columns = kept ?? (isClear ? same : null)
  const isOn = await setFileColumns(db, run, { fileColumns, columns })
  return isOn && columns ? columns : 'unclear'
}

async function readFileColumns(file: string): Promise<ImportColumns['columns'] | null> {
  let header: readonly string[] = []
  const rows: Readonly<Record<string, string>>[] = []
  const checkHeader = (names: readonly string[]) => {
    header = names.filter(name => name !== '')
  }
  for await (const row of readRows(file, { checkHeader })) {
    if (header.length === 0) return null
    if ('row' in row) rows.push(row.row as Readonly<Record<string, string>>)
    if (rows.length === sampleRows) break
  }
  return header.map(name => ({ name, samples: rows.map(row => row[name]!.slice(0, longestSample)) }))
}

export async function showColumns(ctx: ImportContext, id: string): Promise<ImportColumns> {
  const { fileColumns, columns } = await findRun(ctx, id)
  const found = fileColumns ?? []
  const shown = columns ?? proposedColumns(found.map(({ name }) => name))
  return {
    columns: found,
    chosen: importColumns.flatMap(column => {
      const from = shown[column]
      return from === undefined ? [] : [{ column, from }]
    }),
  }
}

/** The file is read with them, and later ones with this header. @throws `validation_failed`, `changed_meanwhile`. */
export async function chooseColumns(
  ctx: ImportContext,
  id: string,
  chosen: ImportColumns['chosen'],
): Promise<ImportRun> {
  const run = await findRun(ctx, id)
  const header = (run.fileColumns ?? []).map(({ name }) => name)
  const columns: ColumnMap = Object.fromEntries(chosen.map(({ column, from }) => [column, from]))
  const missing = missingColumns(columns)
  const unknown = chosen.filter(({ from }) => !header.includes(from))
  if (missing.length > 0) throw refusal(`These columns are required: ${missing.join(', ')}.`)
  if (unknown.length > 0)
    throw refusal(`The file has no column ${unknown.map(({ from }) => from).join(', ')}.`)
  await ctx.db.transaction().execute(async db => {
    if (!(await setChosenColumns(db, run, columns))) throw new AppError('changed_meanwhile')
    const { partnerId } = run
    await keepColumns(db, { partnerId, headerKey: versionOf(header), columns, now: ctx.clock.now() })
    await audit({ ...ctx, db }, run, { state: 'reading', columns })
  })
  return showImportRun(ctx, id)
}

const refusal = (message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field: 'chosen', message }] })
