import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import type { Db } from '../db/open-database.ts'
import { readFigures } from '../features/reports/read-figures.service.ts'
import { type Column, csvLines } from '../features/reports/report-files.view.ts'
import { actorName } from '../features/staff/audit.service.ts'
import type { World } from '../world.ts'
import type { Caller } from './control.ts'

export const reportUsage =
  'npm run report -- liability          [--month YYYY-MM] [--partner SLUG] [--format text|csv]\n' +
  'npm run report -- partner-statement   --month YYYY-MM  [--partner SLUG]\n' +
  '                                     [--format text|csv|pdf] [--folder FOLDER]\n' +
  'npm run report -- merchant-statement  --month YYYY-MM  [--partner SLUG] [--merchant ID]\n' +
  '                                     [--format text|csv|pdf] [--folder FOLDER]'

type Format = 'text' | 'csv' | 'pdf'

export interface ReportArguments {
  readonly partners: readonly Partner[]
  readonly month: Month | null
  readonly format: Format
  readonly merchantId: string | null
  readonly folder: string
}

/** @throws what is wrong, with the usage. */
export function readReportArguments(
  { partners }: Pick<World, 'partners'>,
  args: readonly string[],
  formats: readonly Format[],
): ReportArguments {
  const { month, partner, format, merchant, folder } = parsed(args)
  if (month !== undefined && !daysOfMonth(month)) throw wrong(`"${month}" is not a month such as 2026-11.`)
  const known = formats.find(one => one === format)
  if (!known) throw wrong(`The format is one of ${formats.join(', ')}.`)
  if (folder !== undefined && known !== 'pdf')
    throw wrong('--folder is for --format pdf: the others are printed.')
  const chosen = partners
    .all()
    .filter(one => earnsRewards(one) && (partner === undefined || one.slug === partner))
  if (chosen.length === 0) throw wrong(`There is no partner "${partner}" with rewards.`)
  return {
    partners: chosen,
    month: month ?? null,
    format: known,
    merchantId: merchant ?? null,
    folder: folder ?? '.',
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        month: { type: 'string' },
        partner: { type: 'string' },
        format: { type: 'string', default: 'text' },
        merchant: { type: 'string' },
        folder: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

const wrong = (sentence: string) => new Error(`${sentence}\n${reportUsage}`)

export function requireMonth({ month }: ReportArguments): Month {
  if (month === null) throw wrong('Give the month.')
  return month
}

/** Text says how old its figures are, and a file has those of now. */
export async function reportedFigures<T>(
  { database, replica, clock }: Pick<World, 'database' | 'replica' | 'clock'>,
  { actor, print }: Caller,
  format: Format,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const of = { reader: actorName(actor), isUnstated: format !== 'text' }
  const { value, asOf } = await readFigures({ db: database.db, replica, clock }, of, read)
  if (asOf) print(`Figures as of ${asOf.toISOString()}, from the read replica.`)
  return value
}

/** Files go into the folder that the caller named. */
export async function writeFiles(
  { cwd, print }: Caller,
  folder: string,
  files: AsyncIterable<{ readonly name: string; readonly content: Buffer }>,
): Promise<void> {
  const path = resolve(cwd, folder)
  makeFolder(path)
  for await (const { name, content } of files) {
    const file = join(path, name)
    writeFileSync(file, content)
    print(`Wrote ${file}.`)
  }
}

export function printCsv<T>({ print }: Caller, columns: readonly Column<T>[], rows: readonly T[]): void {
  for (const line of csvLines(columns, rows)) print(line)
}

/** Names to the left, amounts to the right. */
export function printAmounts({ print }: Caller, lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  for (const [name = '', ...amounts] of lines) {
    const padded = amounts.map((amount, index) => amount.padStart(widths[index + 1]!))
    print(['', name.padEnd(widths[0]!), ...padded].join('  '))
  }
}
