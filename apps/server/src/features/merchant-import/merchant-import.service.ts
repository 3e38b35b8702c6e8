import {
  type ColumnMap,
  missingColumns,
  sameColumns,
  unusedColumns,
  withOurColumns,
} from '@dineward/core/merchant-import/import-columns.rules.ts'
import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import { ImportFileError, readRows } from '../../import-file.ts'
import {
  refreshStatistics,
  selectOwners,
  upsertMerchants,
  type Written,
} from '../merchants/merchants.import.ts'
import type { PhotoImporter } from '../photos/photo-import.service.ts'
import { type MerchantFormat, merchantFormats } from './merchant-formats.import.ts'

export interface ImportServices {
  readonly db: Db
  readonly clock: Clock
}

export interface MerchantImport {
  readonly file: string
  readonly partnerId: string
  readonly format: MerchantFormat
  readonly dryRun: boolean
  /** Called with the rows of a batch that name photos, once the batch is written. */
  readonly importPhotos?: PhotoImporter['import']
  readonly report: (sentence: string) => void
  readonly progress: (done: number, total?: number) => void
}

/** Each row counts as added, updated, unchanged or refused; repaired ones count again. */
export interface ImportSummary {
  read: number
  added: number
  updated: number
  unchanged: number
  repaired: number
  refused: number
}

export interface Candidate {
  readonly line: number
  readonly merchant: ImportedMerchant
  readonly repaired?: string
}
export type ReadRow = Candidate | { readonly line: number; readonly refused: string }

const batchSize = 500

/**
 * A repeated import changes nothing. @throws `ImportFileError` for a file that cannot be read to its end: earlier
 * batches are written.
 */
export async function importMerchants(
  services: ImportServices,
  options: MerchantImport,
): Promise<ImportSummary> {
  const summary: ImportSummary = { read: 0, added: 0, updated: 0, unchanged: 0, repaired: 0, refused: 0 }
  for await (const batch of inBatches(checkedRows(options))) {
    const accepted = await importBatch(services, options, batch, summary)
    if (!options.dryRun) await options.importPhotos?.(photosOf(accepted))
    options.progress(summary.read)
  }
  if (!options.dryRun && summary.added + summary.updated > 0) await refreshStatistics(services.db)
  return summary
}

function photosOf(candidates: readonly Candidate[]) {
  return candidates
    .map(({ line, merchant }) => ({ line, merchantId: merchant.id, sources: merchant.photos }))
    .filter(({ sources }) => sources.length > 0)
}

/** A second row for the same id or MID is refused. */
async function* checkedRows({
  file,
  format,
  columns: chosen = null,
}: Pick<MerchantImport, 'file' | 'format'> & { columns?: ColumnMap | null }): AsyncGenerator<ReadRow> {
  const readRow = await merchantFormats[format].reader()
  let columns = chosen
  const checkHeader = (header: readonly string[]) => {
    if (format === 'standard') columns ??= columnsOf(file, header)
  }
  const lineOf = { id: new Map<string, number>(), mid: new Map<string, number>() }
  for await (const { line, ...content } of readRows(file, { checkHeader })) {
    const result =
      'problem' in content
        ? { refused: content.problem }
        : readRow(columns ? withOurColumns(content.row, columns) : content.row)
    if ('refused' in result) {
      yield { line, ...result }
      continue
    }
    const { id, sourceId, mid } = result.merchant
    const [sameId, sameMid] = [lineOf.id.get(id), lineOf.mid.get(mid ?? '')]
    if (sameId !== undefined) yield { line, refused: `restaurant ${sourceId} was already on line ${sameId}` }
    else if (sameMid !== undefined) yield { line, refused: `the MID ${mid} was already on line ${sameMid}` }
    else {
      lineOf.id.set(id, line)
      if (mid !== null) lineOf.mid.set(mid, line)
      yield { line, ...result }
    }
  }
}

/** @throws `ImportFileError` once for the file, not with each row. */
function columnsOf(file: string, header: readonly string[]): ColumnMap {
  const columns = sameColumns(header)
  const [missing, unused] = [missingColumns(columns), unusedColumns(header, columns)]
  if (missing.length > 0) throw new ImportFileError(`${file} lacks columns: ${missing.join(', ')}.`)
  if (unused.length > 0)
    throw new ImportFileError(
      `${file} has columns that are not known: ${unused.join(', ')}. Rename or remove them.`,
    )
  return columns
}

/**
 * The rows are checked, and come 500 at a time. @param columns null for JSON @throws `ImportFileError` after the rows
 * before it.
 */
export function readBatches(file: string, columns: ColumnMap | null): AsyncGenerator<ReadRow[]> {
  return inBatches(checkedRows({ file, format: 'standard', columns }))
}

/** Rows before a read error are still yielded. */
async function* inBatches(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  try {
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}

async function importBatch(
  services: ImportServices,
  options: MerchantImport,
  batch: readonly ReadRow[],
  summary: ImportSummary,
): Promise<Candidate[]> {
  const { rows, added, updated } = await writeBatch(services, options, batch)
  summary.read += rows.length
  for (const row of rows) {
    if ('refused' in row) {
      summary.refused++
      options.report(`line ${row.line}: refused. ${row.refused}`)
      continue
    }
    const { id } = row.merchant
    summary[added.has(id) ? 'added' : updated.has(id) ? 'updated' : 'unchanged']++
    if (row.repaired === undefined) continue
    summary.repaired++
    options.report(`line ${row.line}: repaired. ${row.repaired}`)
  }
  return rows.flatMap(row => ('refused' in row ? [] : row))
}

/** The batch is written in one transaction, which a dry run rolls back. */
async function writeBatch(
  { db, clock }: ImportServices,
  { partnerId, format, dryRun }: MerchantImport,
  batch: readonly ReadRow[],
): Promise<Written & { readonly rows: readonly ReadRow[] }> {
  const trx = await db.startTransaction().execute()
  try {
    const rows = await refuseOwned(trx, batch)
    const merchants = rows.flatMap(row => ('refused' in row ? [] : row.merchant))
    const { columns, changesTerms } = merchantFormats[format]
    const written = await upsertMerchants(trx, merchants, {
      partnerId,
      columns,
      changesTerms,
      now: clock.now(),
    })
    await (dryRun ? trx.rollback() : trx.commit()).execute()
    return { ...written, rows }
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}

/** It refuses ids of other sources, and MIDs of other restaurants. */
export async function refuseOwned(trx: Db, batch: readonly ReadRow[]): Promise<ReadRow[]> {
  const { sourceOf, ownerOf } = await selectOwners(
    trx,
    batch.flatMap(row => ('refused' in row ? [] : row.merchant)),
  )
  return batch.map(row => {
    if ('refused' in row) return row
    const { id, source, mid } = row.merchant
    const owningSource = sourceOf.get(id) ?? source
    if (owningSource !== source)
      return {
        line: row.line,
        refused: `the id ${id} is that of a restaurant from another source (${owningSource})`,
      }
    const owner = ownerOf.get(mid ?? '') ?? id
    return owner === id ? row : { line: row.line, refused: `the MID ${mid} is that of restaurant ${owner}` }
  })
}
