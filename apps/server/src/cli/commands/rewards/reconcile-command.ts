import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  networkFileColumns,
  networkTransactionText,
} from '@dineward/core/rewards/reports/network-file.rules.ts'
import { cardNetworks } from '@dineward/core/rewards/reports/networks.rules.ts'
import { type Reconciliation, reconcile } from '../../../features/card-events/files/reconcile.import.ts'
import type { Command } from '../../control.ts'

export const usage =
  `npm run reconcile -- FILE [--network ${cardNetworks.join('|')}] [--dry-run]\n` +
  `  FILE is CSV with the columns ${networkFileColumns.join(', ')}; .gz too. Nothing is ever changed.`

/** The exit code is 1 when something differs. */
export const reconcileCommand: Command = async ({ database, partners }, args, { cwd, print }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      network: { type: 'string', default: cardNetworks[0] },
      // The other file commands have this option; this one changes nothing either way.
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(usage)
  const network = cardNetworks.find(name => name === values.network)
  if (!network)
    throw new Error(`--network is "${values.network}"; it is ${cardNetworks.join(' or ')}.\n${usage}`)
  const result = await reconcile({ db: database.db, partners }, { file: resolve(cwd, file), network })
  printReconciliation(print, result)
  const { refused, missing, different, unknown } = result
  return refused.length + missing.length + different.length + unknown.length === 0 ? 0 : 1
}

function printReconciliation(
  print: (line: string) => void,
  { rows, refused, missing, different, unknown }: Reconciliation,
): void {
  for (const { line, reason } of refused) print(`line ${line}: refused: ${reason}`)
  for (const row of missing) print(`line ${row.line}: missing: ${networkTransactionText(row)}`)
  for (const { row, differences } of different)
    print(`line ${row.line}: different: ${row.kind} ${row.transactionId}: ${differences.join('; ')}`)
  for (const one of unknown) print(`event ${one.eventId}: unknown: ${networkTransactionText(one)}`)
  const equal = rows - refused.length - missing.length - different.length
  print(
    `${rows} rows: ${equal} as they arrived, ${missing.length} missing, ${different.length} different, ` +
      `${refused.length} refused. ${unknown.length} arrived that the file does not have. Nothing was changed.`,
  )
}
