import type { CsvError, Info, Options } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { linesOf, longestLine, tooLong } from './text-lines.ts'

/* CSV, a few records at a time: one that is broken or too long is refused alone, and the next line is read. */

/** Fields, or why the row cannot be read. Lines count from 1, including a CSV's header. */
export type FileRow =
  | { readonly line: number; readonly row: unknown }
  | { readonly line: number; readonly problem: string }

export type Separator = keyof typeof separatorNames
export const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }
const separators = Object.keys(separatorNames) as Separator[]

const sampleRows = 20
/** A quotation mark that is not closed on so many lines is a mistake on its own line. */
const longestRecordLines = 200
const recordsAtOnce = 200
const charactersAtOnce = 250_000
const brokenQuotes = 'a quotation mark in it is not closed, or stands within a field'

const options = (delimiter: Separator): Options => ({ delimiter, trim: true, skipEmptyLines: true })

interface Fit {
  readonly separator: Separator
  readonly columns: number
  /** How many fields the first rows have. */
  readonly lengths: readonly number[]
  /** Names of columns have a space after a comma, separators have none. */
  readonly isTight: boolean
}

/** The one with which the first rows have as many fields as the header. @returns those that are mixed, where more than one, or none, is it. */
export function separatorOf(head: string): Separator | { readonly mixed: readonly Separator[] } {
  const fits = separators.map(separator => fitOf(head, separator)).filter(({ columns }) => columns > 1)
  const rowsLike = (fit: Fit, columns = fit.columns) =>
    fit.lengths.filter(length => length === columns).length
  const [best] = fits.toSorted((one, other) => rowsLike(other) - rowsLike(one) || other.columns - one.columns)
  if (!best) return ','
  const tight = fits.filter(fit => fit.isTight && rowsLike(fit) === rowsLike(best))
  if (tight.length > 1) return { mixed: tight.map(({ separator }) => separator) }
  const ofRows = separators.find(
    separator => separator !== best.separator && rowsLike(fitOf(head, separator), best.columns) > 0,
  )
  return rowsLike(best) === 0 && ofRows ? { mixed: [best.separator, ofRows] } : best.separator
}

function fitOf(head: string, separator: Separator): Fit {
  const [header = [], ...rows] = parse(head, {
    ...options(separator),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
    to: sampleRows + 1,
  }) as string[][]
  const names = /^.*/.exec(head.trimStart())![0].replace(/"[^"]*"/g, '')
  const isTight = names.split(separator).some((part, at) => at > 0 && /^\S/.test(part))
  return { separator, columns: header.length, lengths: rows.map(row => row.length), isTight }
}

/** @param text its first record is the header, which `checkHeader` may refuse by throwing */
export async function* csvRows(
  text: AsyncIterable<string>,
  { separator, checkHeader }: { separator: Separator; checkHeader: (columns: string[]) => void },
): AsyncGenerator<FileRow> {
  let columns: string[] | null = null
  for await (const pieces of inBatches(piecesOf(text, separator))) {
    const batch = [...pieces]
    while (!columns && batch.length > 0) {
      const piece = batch.shift()!
      if ('problem' in piece) yield piece
      else [columns = null] = parse(piece.text, options(separator)) as string[][]
      if (columns) checkHeader(columns)
    }
    if (columns) yield* parsedRows(batch, columns, separator)
  }
}

interface TextOfRecord {
  readonly line: number
  readonly text: string
  readonly lines: number
}
type Piece = TextOfRecord | { readonly line: number; readonly problem: string }

/** A record has one line, or more where a quoted field has line ends. */
async function* piecesOf(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<Piece> {
  const lines = linesOf(text)
  const waiting: { line: number; content: string | null }[] = []
  let count = 0
  const next = async () => {
    if (waiting.length > 0) return waiting.shift()!
    const { done, value } = await lines.next()
    return done ? null : { line: ++count, content: value }
  }
  for (let first = await next(); first; first = await next()) {
    const { line, content } = first
    if (content === null) {
      yield { line, problem: tooLong }
      continue
    }
    if (content.trim() === '') continue
    const held = [content]
    const others: typeof waiting = []
    let length = content.length
    let quotes = quotesOf(content, separator)
    while (quotes === 'open' && held.length < longestRecordLines && length < longestLine) {
      const more = await next()
      if (!more) break
      others.push(more)
      held.push(more.content ?? '')
      length += more.content?.length ?? longestLine
      quotes = quotesOf(more.content ?? '', separator, true)
    }
    if (quotes === 'closed' && length <= longestLine)
      yield { line, text: held.join('\n'), lines: held.length }
    else {
      yield { line, problem: brokenQuotes }
      waiting.unshift(...others)
    }
  }
}

/**
 * Whether quoted fields of the line end in it; broken: one ends before its field does. It reads each character once, also of
 * a line that is made to be slow.
 * @param isOpen the line begins within a quoted field
 */
function quotesOf(line: string, separator: Separator, isOpen = false): 'closed' | 'open' | 'broken' {
  if (!line.includes('"')) return isOpen ? 'open' : 'closed'
  let at = 0
  let isQuoted = isOpen
  const skipSpaces = () => {
    while (line[at] !== separator && /^\s$/.test(line[at] ?? '')) at++
  }
  for (;;) {
    if (isQuoted) {
      const quote = line.indexOf('"', at)
      if (quote === -1) return 'open'
      at = quote + (line[quote + 1] === '"' ? 2 : 1)
      if (line[quote + 1] === '"') continue
      skipSpaces()
      if (at === line.length) return 'closed'
      if (line[at++] !== separator) return 'broken'
      isQuoted = false
      continue
    }
    skipSpaces()
    isQuoted = line[at] === '"'
    const end = isQuoted ? at : line.indexOf(separator, at)
    if (end === -1) return 'closed'
    at = end + 1
  }
}

async function* inBatches(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece[]> {
  let batch: Piece[] = []
  let characters = 0
  for await (const piece of pieces) {
    batch.push(piece)
    characters += 'text' in piece ? piece.text.length : 0
    if (batch.length < recordsAtOnce && characters < charactersAtOnce) continue
    yield batch
    batch = []
    characters = 0
  }
  yield batch
}

function parsedRows(pieces: readonly Piece[], columns: string[], separator: Separator): FileRow[] {
  const records = pieces.filter(piece => 'text' in piece)
  const rows: FileRow[] = pieces.filter(piece => 'problem' in piece)
  const lineOf = new Map<number, number>()
  let last = 0
  for (const { line, lines } of records) {
    last += lines
    lineOf.set(last, line)
  }
  const parsed = parse(records.map(({ text }) => text).join('\n'), {
    ...options(separator),
    columns,
    info: true,
    skipRecordsWithError: true,
    onSkip: error => {
      const line = lineOf.get((error as (CsvError & { lines?: number }) | undefined)?.lines ?? 0)
      // The parser may report a broken row several times.
      if (error && line !== undefined && rows.at(-1)?.line !== line)
        rows.push({ line, problem: problemOf(error) })
      return undefined
    },
  }) as unknown as { record: unknown; info: Info }[]
  for (const { record, info } of parsed) rows.push({ line: lineOf.get(info.lines)!, row: record })
  return rows.sort((one, other) => one.line - other.line)
}

/** The problem is in our words; the parser's name its options. */
function problemOf(error: CsvError): string {
  const { record, columns } = error as CsvError & { record?: unknown; columns?: unknown }
  if (error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS' && Array.isArray(record) && Array.isArray(columns))
    return `it has another number of fields (${record.length}) than the header (${columns.length})`
  if (/QUOTE/.test(error.code)) return brokenQuotes
  return error.message
}
