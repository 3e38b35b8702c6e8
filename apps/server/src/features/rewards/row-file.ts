import { createReadStream } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type CsvError, parse } from 'csv-parse'

/** One row of a file, or what makes it unreadable. Lines count from 1, the header of a CSV file too. */
export interface FileRow {
  readonly line: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly problem?: string
}

/**
 * The rows of a CSV file with a header, or of an NDJSON file, plain or `.gz`, told apart by the name. Streams: a file
 * of any size costs the memory of a few rows. Throws when the file cannot be read at all.
 */
export function readRows(file: string): AsyncGenerator<FileRow> {
  const source = createReadStream(file)
  const text: Readable = file.endsWith('.gz') ? joined(source, createGunzip()) : source
  return /\.csv(\.gz)?$/i.test(file) ? readCsv(text) : readNdjson(text)
}

async function* readCsv(text: Readable): AsyncGenerator<FileRow> {
  const unreadable: FileRow[] = []
  const parser = parse({
    bom: true,
    columns: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      const line = Number(error?.lines ?? 0)
      unreadable.push({ line, fields: {}, problem: error?.message ?? 'not readable as CSV' })
      return undefined
    },
  })
  for await (const record of joined(text, parser)) {
    yield* unreadable.splice(0)
    const { record: fields, info } = record as { record: Record<string, unknown>; info: { lines: number } }
    yield { line: info.lines, fields }
  }
  yield* unreadable
}

async function* readNdjson(text: Readable): AsyncGenerator<FileRow> {
  let line = 0
  for await (const content of linesOf(text)) {
    line++
    if (content.trim() === '') continue
    const fields = objectIn(content)
    yield fields ? { line, fields } : { line, fields: {}, problem: 'not a JSON object' }
  }
}

/** Not by node:readline, which loses a stream's failure on the way. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/** A failure of the first breaks the second, whose reader then throws it. */
function joined(source: Readable, into: Transform): Readable {
  pipeline(source, into, () => {})
  return into
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\u{feff}/u, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
