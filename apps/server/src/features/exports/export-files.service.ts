import { createHash, createHmac } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ExportManifest, ManifestTable } from '@dineward/core/exports/exports.contract.ts'
import type { ExportedTable, ExportFormat } from '@dineward/core/partner/settings/exports.settings.ts'
import { csvLine } from '@dineward/core/shared/text/csv.ts'
import { manifestName } from '../../gateways/files/export-store.ts'
import {
  columnsOf,
  type ExportedColumn,
  type ExportedRow,
  exportedPages,
  type ReadRows,
  type RowsOf,
  tableShapes,
} from './exported-rows.read.ts'

export interface FilesOf extends RowsOf {
  readonly folder: string
  readonly format: ExportFormat
  /** It makes the pseudonyms. */
  readonly key: Buffer
  /** A file has about so many rows; the next ones are in another. */
  readonly rowsOfFile?: number
}

/** Memory holds a page of rows at a time. */
export async function writeTable(
  read: ReadRows,
  table: ExportedTable,
  { folder, format, key, rowsOfFile = 500_000, ...of }: FilesOf,
): Promise<ManifestTable> {
  const columns = columnsOf(table, of.isIdentified)
  const textOf = textIn(format, columns, key)
  const pages = exportedPages(read, table, of)
  const files: ManifestTable['files'] = []
  let page = await pages.next()
  while (!page.done) {
    let rows = 0
    async function* texts() {
      if (format === 'csv') yield `${csvLine(columns.map(({ name }) => name))}\r\n`
      while (!page.done && rows < rowsOfFile) {
        rows += page.value.length
        yield page.value.map(textOf).join('')
        page = await pages.next()
      }
    }
    const name = `${table}-${String(files.length + 1).padStart(4, '0')}.${format}.gz`
    const written = await writeGzip(join(folder, name), texts())
    files.push({ name, rows, ...written })
  }
  return {
    name: table,
    from: of.from,
    to: of.to,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    key: [...tableShapes[table].key],
    columns: columns.map(({ name, type, meaning }) => ({ name, type, meaning })),
    files,
  }
}

export function writeManifest(folder: string, manifest: ExportManifest): Promise<void> {
  return writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
}

async function writeGzip(
  path: string,
  texts: AsyncIterable<string>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    texts,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

function textIn(
  format: ExportFormat,
  columns: readonly ExportedColumn[],
  key: Buffer,
): (row: ExportedRow) => string {
  const pseudonyms = columns.filter(({ type }) => type === 'pseudonym').map(({ name }) => name)
  const withPseudonyms = (row: ExportedRow): ExportedRow => {
    const changed = { ...row }
    for (const name of pseudonyms)
      changed[name] = row[name] === null ? null : pseudonym(key, String(row[name]))
    return changed
  }
  if (format === 'ndjson') return row => `${JSON.stringify(withPseudonyms(row))}\n`
  return row => {
    const shown = withPseudonyms(row)
    return `${csvLine(columns.map(({ name }) => csvValue(shown[name])))}\r\n`
  }
}

/** 128 bits: two members of a program do not meet by chance. */
export const pseudonym = (key: Buffer, memberId: string): string =>
  createHmac('sha256', key).update(memberId).digest('hex').slice(0, 32)

function csvValue(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'number' ? value : String(value)
}
