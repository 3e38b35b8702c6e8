import { parseArgs } from 'node:util'
import { payoutReasons } from '@dineward/core/payouts/payouts.rules.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { PayoutSandbox, SandboxBehavior } from '../../../gateways/payouts/sandbox-payout-provider.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run sandbox -- payouts [--delay MINUTES] [--refuse REASON|none] [--fail error|timeout|none [--for MINUTES]]\n' +
  `  REASON is one of ${payoutReasons.join(', ')}.`

/** Shows what the sandbox provider received, and changes how it behaves. */
export const sandboxPayoutsCommand: Command = async (world, args, { print }) => {
  const sandbox = world.gateways.payouts as PayoutSandbox | null
  if (!sandbox?.behavior) throw new Error('Payouts go to a real provider here.')
  const { values } = parseArgs({
    args: [...args],
    options: {
      delay: { type: 'string' },
      refuse: { type: 'string' },
      fail: { type: 'string' },
      for: { type: 'string' },
    },
  })
  const changes: Partial<SandboxBehavior> = {
    ...(values.delay === undefined ? {} : { delayMinutes: count(values.delay) }),
    ...(values.refuse === undefined ? {} : { refuse: oneOf(values.refuse, payoutReasons) }),
    ...(values.fail === undefined ? {} : { fail: oneOf(values.fail, ['error', 'timeout'] as const) }),
    ...(values.fail === undefined && values.for === undefined
      ? {}
      : { failsUntil: values.for === undefined ? null : endOf(world.clock.now(), values.for) }),
  }
  if (Object.keys(changes).length > 0) await sandbox.behavior.change(changes)
  print(JSON.stringify(await sandbox.behavior.read()))
  for (const [externalId, { sent, accepted }] of await sandbox.countSends())
    print(`${externalId}  sent ${sent} times, accepted ${accepted} times`)
  return 0
}

const endOf = (now: Date, text: string): string =>
  new Date(now.getTime() + minutes(count(text))).toISOString()

function count(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(usage)
  return Number(text)
}

function oneOf<T extends string>(text: string, allowed: readonly T[]): T | null {
  const found = allowed.find(one => one === text)
  if (!found && text !== 'none') throw new Error(usage)
  return found ?? null
}
