import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importTransactions } from '../../../features/card-events/files/transactions.import.ts'
import { processInbox } from '../../../features/card-events/inbox.service.ts'
import { recordAudit } from '../../../features/staff/audit.service.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run import -- transactions FILE [--dry-run]\n  FILE is CSV with a header, or NDJSON; .gz too. Safe to run twice.'

export const importTransactionsCommand: Command = async (world, args, { cwd, print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [file] = positionals
  const dryRun = values['dry-run']
  if (!file || positionals.length > 1) throw new Error(usage)

  if (!dryRun)
    await recordAudit(
      { db: world.database.db, clock: world.clock, actor },
      { action: 'import.transactions', subject: basename(file), partnerId: null },
    )
  const { clock, partners } = world
  const services = { db: world.database.db, clock, partners }
  const { accepted, repeated, refused } = await importTransactions(services, resolve(cwd, file), {
    dryRun,
    report: ({ line, reason }) => print(`line ${line}: refused: ${reason}`),
  })
  if (!dryRun) await processInbox(services)
  print(
    `${dryRun ? 'Dry run, nothing was changed. ' : ''}${accepted + repeated + refused} rows: ` +
      `${accepted} accepted, ${repeated} were there before, ${refused} refused.`,
  )
  return 0
}
