import { ledgerProblems } from '../features/ledger/ledger-checks.read.ts'
import type { Command } from './control.ts'

export const checkLedgerCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error('npm run ledger -- check')
  const problems = await ledgerProblems(database.db)
  for (const problem of problems) print(problem)
  print(problems.length === 0 ? 'The ledger is in order.' : `${problems.length} problems.`)
  return problems.length === 0 ? 0 : 1
}
