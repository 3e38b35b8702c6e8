import { ledgerProblems } from '../../../features/ledger/ledger-checks.read.ts'
import type { Command } from '../../control.ts'
import { counted } from '../../counted.ts'

export const usage =
  'npm run ledger -- check\n  Reads every posting and dine; exit code 1 when the books are broken.'

export const checkLedgerCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error(usage)
  const problems = await ledgerProblems(database.db)
  for (const problem of problems) print(problem)
  print(problems.length === 0 ? 'The ledger is in order.' : `${counted(problems.length, 'problem')}.`)
  return problems.length === 0 ? 0 : 1
}
