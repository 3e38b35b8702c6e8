import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importBooks } from '../../../features/reservations/books/books.import.ts'
import { recordAudit } from '../../../features/staff/audit.service.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run import -- books FILE [--dry-run]\n' +
  '  FILE is CSV with a header, or NDJSON; .gz too. Books are the same for every partner. Safe to run twice.'

export const importBooksCommand: Command = async (world, args, { cwd, print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(usage)
  const dryRun = values['dry-run']
  // It is recorded once, before the first row: an import runs in many transactions and can be interrupted.
  if (!dryRun)
    await recordAudit(
      { db: world.database.db, clock: world.clock, actor },
      { action: 'import.books', subject: basename(file), partnerId: null },
    )
  const { read, added, updated, unchanged, refused, leavingTables } = await importBooks(
    { db: world.database.db, clock: world.clock },
    { file: resolve(cwd, file), dryRun, report: print },
  )
  print(
    `${dryRun ? 'Dry run, nothing was changed. ' : ''}${read} rows: ${added} added, ${updated} updated, ` +
      `${unchanged} unchanged; ${refused} refused.${leavingTables > 0 ? ` ${leavingTables} tables stay, because they are booked or held.` : ''}`,
  )
  return 0
}
