import { join } from 'node:path'
import { sandboxAnswers, sandboxMissingTransactions } from '../gateways/sandbox-missing-transactions.ts'
import type { Command } from './control.ts'

/** What the sandbox card network answers to missing-transaction requests, from now on. */
export const sandboxMissingCommand: Command = async ({ env }, args, { print }) => {
  const answer = sandboxAnswers.find(each => each === args[0])
  if (args.length !== 1 || !answer) throw new Error(`npm run sandbox -- missing ${sandboxAnswers.join('|')}`)
  await sandboxMissingTransactions(join(env.dataDir, 'missing-transactions')).setAnswer(answer)
  print(`The sandbox card network answers "${answer}".`)
  return 0
}
