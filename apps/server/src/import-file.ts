import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type CsvError, type Info, parse } from 'csv-parse'

/** The message is a sentence for the person who gave the file. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
}

/** Fields, or why the row cannot be read. Lines count from 1, including a CSV's header. */
export type FileRow =
  | { readonly line: number; readonly row: unknown }
  | { readonly line: number; readonly problem: string }

const megabyte = 1024 * 1024
const longestLine = 1_000_000
/** It is in characters; the first piece that is read has more. */
const longestHeader = 20_000
const notText = 'it has bytes that are not UTF-8 text'

/**
 * It streams CSV (with a header) or NDJSON, optionally gzipped. @throws ImportFileError for a missing or damaged file,
 * and one that unpacks to more than `maxBytes`.
 */
export async function* readRows(
  file: string,
  { onlyCsv = false, maxBytes = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<FileRow> {
  const text = readText(file, maxBytes)
  const first = await text.next().catch(error => {
    throw damaged(file, 0, error)
  })
  const head = first.done ? '' : first.value
  if (head.includes('\0')) throw new ImportFileError(`${file} is not a text file. Give CSV or NDJSON.`)
  const csv = isCsv(file, head)
  if (onlyCsv && !csv) throw new ImportFileError(`${file} is JSON. Give CSV.`)
  if (csv && head.length > longestHeader && !/[\r\n]/.test(head.slice(0, longestHeader)))
    throw new ImportFileError(`${file} does not begin with the names of columns: its first line is too long.`)
  if (/^\s*\[/.test(head)) throw new ImportFileError(`${file} is one JSON list. Give one object a line.`)
  const whole = prepend(head, text)
  let rows = 0
  let lastLine = 0
  try {
    for await (const row of csv ? csvRows(whole) : jsonRows(whole)) {
      rows++
      lastLine = row.line
      yield row
    }
  } catch (error) {
    throw damaged(file, lastLine, error)
  }
  if (rows === 0) throw new ImportFileError(`${file} has no rows.`)
}

async function isGzip(file: string): Promise<boolean> {
  const bytes = Buffer.alloc(2)
  try {
    await using handle = await open(file)
    const { bytesRead } = await handle.read(bytes, 0, 2, 0)
    if (bytesRead === 0) throw new ImportFileError(`${file} is empty.`)
  } catch (error) {
    throw unreadable(file, error)
  }
  const gzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (file.endsWith('.gz') && !gzip)
    throw new ImportFileError(`${file} is named .gz but is not packed with gzip.`)
  return gzip
}

function unreadable(file: string, error: unknown): Error {
  if (error instanceof ImportFileError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new ImportFileError(`There is no file ${file}.`)
  if (code === 'EISDIR') return new ImportFileError(`${file} is a folder.`)
  return new ImportFileError(`${file} cannot be read: ${message}`)
}

function damaged(file: string, lastLine: number, error: unknown): Error {
  if (error instanceof ImportFileError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('Z_'))
    return new ImportFileError(
      `${file} is damaged or cut off after line ${lastLine} (gzip: ${message}). What came before was read; import the whole file again.`,
    )
  return code === undefined ? (error as Error) : unreadable(file, error)
}

async function* readText(file: string, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of readBytes(file, maxBytes)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* readBytes(file: string, maxBytes: number): AsyncGenerator<Buffer> {
  const gzip = await isGzip(file)
  const bytes = createReadStream(file)
  let left = maxBytes
  try {
    for await (const chunk of gzip ? unpacked(bytes) : bytes) {
      left -= (chunk as Buffer).length
      if (left < 0)
        throw new ImportFileError(
          `${file} has more than ${maxBytes / megabyte} MB, unpacked. Give it in parts.`,
        )
      yield chunk as Buffer
    }
  } finally {
    bytes.destroy()
  }
}

/** It counts lines of the unpacked file. @throws ImportFileError past a limit, or for a damaged file. */
export async function countLines(
  file: string,
  { maxBytes, maxLines }: { readonly maxBytes: number; readonly maxLines: number },
): Promise<number> {
  let count = 0
  try {
    for await (const chunk of readBytes(file, maxBytes)) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++
      if (count > maxLines)
        throw new ImportFileError(`${file} has more than ${maxLines} lines. Give it in parts.`)
    }
  } catch (error) {
    throw damaged(file, count, error)
  }
  return count
}

/** `pipe` does not forward errors. */
function unpacked(bytes: Readable): AsyncIterable<unknown> {
  const gunzip = createGunzip()
  bytes.on('error', error => gunzip.destroy(error))
  return bytes.pipe(gunzip)
}

async function* prepend(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

/** By name, without `.gz`; else NDJSON if it starts as an object does. */
function isCsv(file: string, head: string): boolean {
  const name = file.replace(/\.gz$/, '')
  if (/\.csv$/i.test(name)) return true
  if (/\.(nd)?jsonl?$/i.test(name)) return false
  return !/^\s*[{[]/.test(head)
}

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let line = 0
  for await (const content of linesOf(text)) {
    line++
    if (content === null) yield { line, problem: `it is longer than ${longestLine} characters` }
    else if (content.trim() === '') continue
    else if (content.includes('\ufffd')) yield { line, problem: notText }
    else yield { line, ...parsedJson(content) }
  }
}

/** Null for a line that is too long. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  let pending: string | null = ''
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n')
    pending = pending === null || pending.length + first.length > longestLine ? null : pending + first
    for (const next of others) {
      yield pending
      pending = next.length > longestLine ? null : next
    }
  }
  if (pending !== '') yield pending
}

function parsedJson(content: string): { row: unknown } | { problem: string } {
  try {
    return { row: JSON.parse(content) as unknown }
  } catch {
    return { problem: 'it is not JSON; give one object a line' }
  }
}

async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const broken: FileRow[] = []
  const parser = parse({
    columns: namedOnce,
    info: true,
    trim: true,
    skipEmptyLines: true,
    maxRecordSize: longestLine,
    skipRecordsWithError: true,
    onSkip: error => {
      // The parser may report a broken row several times.
      if (error && broken.at(-1)?.line !== lineOf(error))
        broken.push({ line: lineOf(error), problem: problemOf(error) })
      return undefined
    },
  })
  const source = Readable.from(text)
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<{ record: unknown; info: Info }>) {
    yield* broken.splice(0)
    if (JSON.stringify(record).includes('\ufffd')) yield { line: info.lines, problem: notText }
    else yield { line: info.lines, row: record }
  }
  yield* broken.splice(0)
}

/** Of two columns with one name the last would win. */
function namedOnce(header: string[]): string[] {
  const seen = new Set<string>()
  for (const name of header) {
    if (name !== '' && seen.has(name))
      throw new ImportFileError(
        `The column ${name} is there twice. Remove one of them; nothing was imported.`,
      )
    seen.add(name)
  }
  return header
}

/** The problem is in our words; the parser's name its options. */
function problemOf(error: CsvError): string {
  const { record, columns } = error as CsvError & { record?: unknown; columns?: unknown }
  if (error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS' && Array.isArray(record) && Array.isArray(columns))
    return `it has another number of fields (${record.length}) than the header (${columns.length})`
  if (/QUOTE/.test(error.code)) return 'a quotation mark in it is not closed, or stands within a field'
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `it is longer than ${longestLine} characters`
  return error.message
}

function lineOf(error: CsvError): number {
  const { lines } = error as CsvError & { lines?: number }
  return lines ?? 0
}
