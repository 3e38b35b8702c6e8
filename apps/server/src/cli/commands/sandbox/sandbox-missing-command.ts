import { join } from 'node:path'
import {
  sandboxAnswers,
  sandboxMissingTransactions,
} from '../../../gateways/accruals/sandbox-missing-transactions.ts'
import type { Command } from '../../control.ts'

export const usage = `npm run sandbox -- missing ${sandboxAnswers.join('|')}`

/** What the sandbox card network answers to missing-transaction requests, from now on. */
export const sandboxMissingCommand: Command = async ({ env }, args, { print }) => {
  if (env.production) throw new Error('The sandbox plays the card network and is not there in production.')
  const answer = sandboxAnswers.find(each => each === args[0])
  if (args.length !== 1 || !answer) throw new Error(usage)
  await sandboxMissingTransactions(join(env.dataDir, 'missing-transactions')).setAnswer(answer)
  print(`The sandbox card network answers "${answer}".`)
  return 0
}
