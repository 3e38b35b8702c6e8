import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { csvRows, type FileRow, separatorNames, separatorOf } from './import-file/csv-rows.ts'
import { encodingNames, encodingOf, type TextEncoding } from './import-file/text-encoding.ts'
import { linesOf, tooLong } from './import-file/text-lines.ts'

/** The message is a sentence for the person who gave the file. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
}

const megabyte = 1024 * 1024
/** It is in characters; the first piece that is read has more. */
const longestHeader = 20_000

interface ReadOptions {
  readonly onlyCsv?: boolean
  readonly maxBytes?: number
  /** Called with the names of a CSV's columns, before its rows. */
  readonly checkHeader?: (columns: readonly string[]) => void
}

/**
 * It streams CSV (with a header) or NDJSON, optionally gzipped; encoding and separator are recognized. @throws
 * ImportFileError for a missing or damaged file, and one that unpacks to more than `maxBytes`.
 */
export async function* readRows(file: string, options: ReadOptions = {}): AsyncGenerator<FileRow> {
  const { onlyCsv = false, maxBytes = Number.POSITIVE_INFINITY } = options
  const encoding = await findEncoding(file, maxBytes)
  const text = readText(file, maxBytes, encoding)
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
    for await (const row of csv ? readCsv(file, head, whole, options) : jsonRows(whole)) {
      rows++
      lastLine = row.line
      yield 'row' in row && JSON.stringify(row.row).includes('\ufffd')
        ? { line: row.line, problem: `it has bytes that are not ${encodingNames[encoding]} text` }
        : row
    }
  } catch (error) {
    throw damaged(file, lastLine, error)
  }
  if (rows === 0) throw new ImportFileError(`${file} has no rows.`)
}

/** A damaged file is read as far as it goes: reading it says where it ends. */
async function findEncoding(file: string, maxBytes: number): Promise<TextEncoding> {
  const encoding = await encodingOf(readBytes(file, maxBytes)).catch((error: unknown) => {
    if (error instanceof ImportFileError) throw error
    return 'utf-8' as const
  })
  if (encoding) return encoding
  throw new ImportFileError(`${file} is no text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8.`)
}

function readCsv(file: string, head: string, text: AsyncIterable<string>, options: ReadOptions) {
  const separator = separatorOf(head)
  if (typeof separator === 'object') {
    const mixed = separator.mixed.map(one => separatorNames[one])
    throw new ImportFileError(
      `${file} separates its columns with ${inWords(mixed)}. Use one of them in the whole file.`,
    )
  }
  const checkHeader = (columns: string[]) => {
    namedOnce(columns)
    options.checkHeader?.(columns)
  }
  return csvRows(text, { separator, checkHeader })
}

const inWords = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

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

async function* readText(file: string, maxBytes: number, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
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
    if (content === null) yield { line, problem: tooLong }
    else if (content.trim() !== '') yield { line, ...parsedJson(content) }
  }
}

function parsedJson(content: string): { row: unknown } | { problem: string } {
  try {
    return { row: JSON.parse(content) as unknown }
  } catch {
    return { problem: 'it is not JSON; give one object a line' }
  }
}

/** Of two columns with one name the last would win. */
function namedOnce(header: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of header) {
    if (name !== '' && seen.has(name))
      throw new ImportFileError(
        `The column ${name} is there twice. Remove one of them; nothing was imported.`,
      )
    seen.add(name)
  }
}
