import * as z from 'zod/mini'
import { type ControlTotals, controlTotals } from './accrual-file.rules.ts'

export interface AnswerRow {
  /** It counts from 1 in the file; in an answer by HTTP it is the number of the row. */
  readonly line: number
  /** It is the id of the row that it answers. */
  readonly id: string
  readonly units: number
  readonly result: 'accepted' | 'rejected'
  /** Why it was rejected, in the partner's words. */
  readonly code: string | null
}

export interface Answer {
  readonly fileId: string
  readonly rows: readonly AnswerRow[]
}

export interface LineProblem {
  readonly line: number
  readonly problem: string
}

/** An answer with any problem of form is refused whole: what was cut off or mixed up is not known. */
export type ReadAnswer = { readonly answer: Answer } | { readonly problems: readonly LineProblem[] }

export interface FileLine {
  readonly line: number
  readonly fields: readonly string[]
}

/** Fields are trimmed by the caller. */
export function readAnswerLines(lines: readonly FileLine[]): ReadAnswer {
  const [header, ...rest] = lines
  if (header?.fields[0] !== 'answer' || header.fields[1] !== '1' || !header.fields[2])
    return refused(header?.line ?? 1, 'the first line must be "answer,1," and the id of the accrual file')
  const end = rest.findIndex(({ fields }) => fields[0] === 'trailer')
  const trailer = rest[end]
  if (!trailer) return refused(lines.at(-1)!.line, 'there is no trailer: the file was cut off')
  const extra = rest[end + 1]
  if (extra) return refused(extra.line, 'nothing may follow the trailer')
  const totals = { rows: wholeNumber(trailer.fields[1]), units: wholeNumber(trailer.fields[2]) }
  return answerOf(header.fields[2], rest.slice(0, end).map(readRow), { ...totals, line: trailer.line })
}

const jsonAnswer = z.object({
  fileId: z.string(),
  rows: z.array(
    z.object({
      id: z.string(),
      units: z.int(),
      result: z.string(),
      code: z.optional(z.nullable(z.string())),
    }),
  ),
  totals: z.object({ rows: z.int(), units: z.int() }),
})

export function readJsonAnswer(value: unknown): ReadAnswer {
  const { success, data, error } = jsonAnswer.safeParse(value)
  if (!success) {
    const [issue] = error.issues
    return refused(1, `${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'cannot be read'}`)
  }
  const rows = data.rows.map(({ id, units, result, code }, index) =>
    readRow({ line: index + 1, fields: ['row', id, String(units), result, code ?? ''] }),
  )
  return answerOf(data.fileId, rows, { ...data.totals, line: data.rows.length })
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null }

function answerOf(
  fileId: string,
  read: readonly (AnswerRow | LineProblem)[],
  stated: Nullable<ControlTotals> & { readonly line: number },
): ReadAnswer {
  const problems = read.filter(row => 'problem' in row)
  if (problems.length > 0) return { problems }
  const rows = read.filter((row): row is AnswerRow => !('problem' in row))
  const counted = controlTotals(rows)
  if (stated.rows === counted.rows && stated.units === counted.units) return { answer: { fileId, rows } }
  return refused(
    stated.line,
    `the totals are ${stated.rows} rows and ${stated.units} units, but the rows add up to ${counted.rows} and ${counted.units}`,
  )
}

function readRow({ line, fields }: FileLine): AnswerRow | LineProblem {
  const [type, id = '', unitsText, result, code = ''] = fields
  if (type !== 'row') return { line, problem: `a line begins with "row" or "trailer", not with "${type}"` }
  if (!/^\d{1,18}$/.test(id)) return { line, problem: `"${id}" is not the id of a row` }
  const units = wholeNumber(unitsText)
  if (units === null) return { line, problem: `"${unitsText ?? ''}" is not a whole number of units` }
  if (result !== 'accepted' && result !== 'rejected')
    return { line, problem: `"${result ?? ''}" is neither "accepted" nor "rejected"` }
  if (result === 'rejected' && !/^[a-z0-9_]{1,60}$/.test(code))
    return { line, problem: 'a rejected row needs a code such as "unknown_member_number"' }
  return { line, id, units, result, code: result === 'rejected' ? code : null }
}

function wholeNumber(text: string | undefined): number | null {
  const number = /^-?\d{1,15}$/.test(text ?? '') ? Number(text) : null
  return number === 0 ? 0 : number
}

const refused = (line: number, problem: string): ReadAnswer => ({ problems: [{ line, problem }] })

export interface SentRow {
  readonly units: number
  readonly state: 'sent' | 'confirmed' | 'rejected'
  readonly code: string | null
}

export interface MatchedAnswer {
  readonly confirmed: readonly AnswerRow[]
  readonly rejected: readonly AnswerRow[]
  /** Lines that are refused; the others count. */
  readonly problems: readonly LineProblem[]
}

/** A row that says what is known already changes nothing. `sent`: the rows of the file, by id. */
export function matchAnswer({ fileId, rows }: Answer, sent: ReadonlyMap<string, SentRow>): MatchedAnswer {
  const lines = new Map<string, number>()
  const problems: LineProblem[] = []
  const fresh = rows.filter(row => {
    const problem = problemOf(row, { fileId, sent: sent.get(row.id), earlier: lines.get(row.id) })
    lines.set(row.id, row.line)
    if (problem) problems.push({ line: row.line, problem })
    return !problem && sent.get(row.id)?.state === 'sent'
  })
  return {
    confirmed: fresh.filter(({ result }) => result === 'accepted'),
    rejected: fresh.filter(({ result }) => result === 'rejected'),
    problems,
  }
}

function problemOf(
  { id, units, result, code }: AnswerRow,
  known: { fileId: string; sent: SentRow | undefined; earlier: number | undefined },
): string | null {
  const { fileId, sent, earlier } = known
  if (!sent) return `row ${id} was not sent in ${fileId}`
  if (earlier !== undefined) return `row ${id} is answered on line ${earlier} already`
  if (units !== sent.units) return `row ${id} was sent with ${sent.units} units, not ${units}`
  if (sent.state === 'sent') return null
  const before = sent.state === 'confirmed' ? 'accepted' : 'rejected'
  if (before === result && code === sent.code) return null
  return `row ${id} was answered before: ${before}${sent.code ? ` as ${sent.code}` : ''}`
}
