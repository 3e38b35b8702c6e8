import { payoutReasons } from '@dineward/core/payouts/payouts.rules.ts'
import { listOpen, returnPaidOut } from '../../../features/payouts/payout-operations.service.ts'
import { commandServices } from '../../command-context.ts'
import type { Command } from '../../control.ts'
import { counted } from '../../counted.ts'
import { runJobCommand } from '../jobs-command.ts'

export const usage =
  'npm run payouts -- list\n' +
  'npm run payouts -- run\n' +
  'npm run payouts -- return ID REASON\n' +
  `  REASON is one of ${payoutReasons.join(', ')}.`
const shown = 100

export const runPayoutsCommand: Command = (world, args, caller) => {
  if (args.length > 0) throw new Error(usage)
  return runJobCommand(world, ['payouts'], caller)
}

export const listPayoutsCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error(usage)
  const payouts = await listOpen(database.db, shown)
  for (const {
    id,
    partnerId,
    amountCents,
    status,
    externalId,
    attempts,
    createdAt,
    nextAttemptAt,
  } of payouts)
    print(
      `${id}  ${partnerId}  ${amountCents} cents  ${status}  ${externalId}  since ${createdAt.toISOString()}  ` +
        `asked ${attempts} times, next ${nextAttemptAt?.toISOString()}`,
    )
  print(`${counted(payouts.length, 'payout', shown)} in flight.`)
  return 0
}

/** A bank sent it back, or the provider cannot tell: the amount is the member's again. */
export const returnPayoutCommand: Command = async (world, args, caller) => {
  const [id = '', text = ''] = args
  const reason = payoutReasons.find(one => one === text)
  if (args.length !== 2 || !reason) throw new Error(usage)
  await returnPaidOut(commandServices(world, caller), id, reason)
  caller.print(`The payout ${id} is back in the member's balance.`)
  return 0
}
