import { parseArgs } from 'node:util'
import { parseAdjustmentUnits } from '@dineward/core/adjustments/adjustments.rules.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../../context.ts'
import type { Adjustment } from '../../../features/adjustments/adjustments.repository.ts'
import { postAdjustment, reverseAdjustment } from '../../../features/adjustments/adjustments.service.ts'
import { findMemberByEmail } from '../../../features/members/members.service.ts'
import { findStaffActor } from '../../../features/staff/staff.service.ts'
import type { World } from '../../../world.ts'
import { commandServices, partnerNamed } from '../../command-context.ts'
import type { Caller, Command } from '../../control.ts'

export const usage =
  'npm run adjustments -- post   --partner SLUG --member EMAIL --units N --reason TEXT [--transaction ID] [--corporate]\n' +
  'npm run adjustments -- reverse ID --partner SLUG --reason TEXT\n' +
  '  --units are points or miles, or dollars such as 12.50; they are taken with --units=-500. The member reads the reason.\n' +
  '  --corporate: the partner pays. --staff EMAIL: for whom you act; else your user name here is the author.'

export const postAdjustmentCommand: Command = async (world, args, caller) => {
  const { ctx, id, values, memberId } = await readArguments(world, args, caller)
  const units = parseAdjustmentUnits(ctx.partner, values.units)
  if (id !== '' || !memberId) throw new Error(usage)
  if (units === null) throw new Error(`--units is "${values.units}".\n${usage}`)
  const adjustment = await postAdjustment(ctx, {
    memberId,
    units,
    reason: reasonIn(values),
    transactionId: values.transaction,
    isCorporate: values.corporate,
  })
  print(caller, ctx, adjustment)
  if (adjustment.state === 'waiting') caller.print('It is above the limit: another person has to approve it.')
  return 0
}

export const reverseAdjustmentCommand: Command = async (world, args, caller) => {
  const { ctx, id, values } = await readArguments(world, args, caller)
  if (id === '') throw new Error(usage)
  print(caller, ctx, await reverseAdjustment(ctx, { id, reason: reasonIn(values) }))
  return 0
}

const line = ({ partner }: Context, { id, units, state, author, reason, isCorporate }: Adjustment): string =>
  `${id}  ${state}  ${formatReward(partner, units)}${isCorporate ? ', paid by the partner' : ''}  by ${author}: ${reason.replaceAll(/\s+/g, ' ')}`

const print = ({ print }: Caller, ctx: Context, adjustment: Adjustment): void => print(line(ctx, adjustment))

function reasonIn({ reason }: { readonly reason: string }): string {
  const text = reason.trim()
  if (text === '' || text.length > 200) throw new Error(`--reason has 1 to 200 characters.\n${usage}`)
  return text
}

async function readArguments(world: World, args: readonly string[], caller: Caller) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      partner: { type: 'string', default: world.env.defaultPartner },
      member: { type: 'string', default: '' },
      units: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
      transaction: { type: 'string' },
      corporate: { type: 'boolean', default: false },
      staff: { type: 'string' },
    },
  })
  if (positionals.length > 1) throw new Error(usage)
  const partner = partnerNamed(world, values.partner)
  const services = commandServices(world, caller)
  const actor = values.staff ? await findStaffActor({ ...services, partner }, values.staff) : caller.actor
  if (!actor) throw new Error(`${partner.settings.name} has no staff "${values.staff}".`)
  const ctx: Context = { ...services, partner, actor }
  const email = values.member.trim()
  const memberId = email === '' ? null : await findMemberByEmail(ctx, email)
  if (email !== '' && !memberId) throw new Error(`${partner.settings.name} has no member ${email}.`)
  return { ctx, id: positionals[0] ?? '', values, memberId }
}
