import type { Command } from '../../control.ts'
import { runJobCommand } from '../jobs-command.ts'

export const usage = 'npm run payouts -- run'

export const runPayoutsCommand: Command = (world, args, caller) => {
  if (args.length > 0) throw new Error(usage)
  return runJobCommand(world, ['payouts'], caller)
}
