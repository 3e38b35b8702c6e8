import { join } from 'node:path'
import { receiveAnswers } from '../../../features/settlement/receive-answers.service.ts'
import { sendAccruals } from '../../../features/settlement/send-accruals.service.ts'
import { answerAccrualFiles } from '../../../gateways/accruals/sandbox-accruals.ts'
import type { Command } from '../../control.ts'
import { printSent, printTaken, settlementContext, settlingPartners } from '../rewards/exchange-command.ts'

export const usage = 'npm run sandbox -- settle [--partner SLUG]'

/** It plays the partner: it sends, answers at once and receives. */
export const sandboxSettleCommand: Command = async (world, args, caller) => {
  const { env } = world
  if (env.production) throw new Error('The sandbox plays the partner and is not there in production.')
  for (const partner of settlingPartners(world, args)) {
    const ctx = settlementContext(world, partner, caller)
    printSent(caller, partner, await sendAccruals(ctx))
    await answerAccrualFiles(join(env.dataDir, 'exchange'), partner, null)
    printTaken(caller, partner, await receiveAnswers(ctx))
  }
  return 0
}
