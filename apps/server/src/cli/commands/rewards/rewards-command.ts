import { parseArgs } from 'node:util'
import { postRedecide } from '@dineward/core/console-system/jobs.contract.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import {
  type DineDifference,
  type MovedDines,
  moveDinesToVersion,
} from '../../../features/rewards/rule-versions.service.ts'
import { callConsole, commandServices, partnerNamed } from '../../command-context.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run rewards -- redecide --version N [--partner SLUG] [--dry-run]\n' +
  '  Decides dines of other versions of the rules by version N, and posts the differences; --dry-run only shows them.\n' +
  '  It waits for another person, who approves it in the console.'

export const redecideRewardsCommand: Command = async (world, args, caller) => {
  const { print } = caller
  const { values } = parseArgs({
    args: [...args],
    options: { version: { type: 'string' }, partner: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  })
  if (!/^\d{1,4}$/.test(values.version ?? '')) throw new Error(usage)
  const version = Number(values.version)
  const dryRun = values['dry-run'] ?? false
  const partners = values.partner ? [partnerNamed(world, values.partner)] : world.partners.all()
  for (const { slug } of partners.filter(hasEnrollment)) {
    const report = (difference: DineDifference) => print(lineOf(difference))
    const reason = 'Asked for with npm run rewards -- redecide.'
    const moved = dryRun
      ? await moveDinesToVersion(commandServices(world, caller), { partnerId: slug, version, dryRun, report })
      : ((await callConsole(world, caller, postRedecide, {
          body: { partner: slug, version, reason },
        })) as MovedDines | null)
    if (!moved) continue
    const { dines, members, changed, units } = moved
    print(
      `${slug}: ${dines} dines of ${members} members ${dryRun ? 'would move' : 'moved'} to version ${version}. ` +
        `${changed} ${dryRun ? 'would change' : 'changed'}, ${signed(units)} units in sum.`,
    )
  }
  return 0
}

function lineOf({ partnerId, memberId, before, after }: DineDifference): string {
  const { id, dinedAt, merchantName } = before
  const [was, is] = [before, after].map(({ status, reasonCode, units }) =>
    [status, units, ...(reasonCode ? [`(${reasonCode})`] : [])].join(' '),
  )
  const units = signed(after.units - before.units)
  return `${partnerId}  dine ${id}  member ${memberId}  ${dinedAt}  ${merchantName}: ${was} -> ${is}  ${units}`
}

const signed = (units: number): string => (units > 0 ? `+${units}` : String(units))
