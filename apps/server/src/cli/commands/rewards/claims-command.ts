import { parseArgs } from 'node:util'
import { claimCents } from '@dineward/core/claims/claims.rules.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import {
  approveClaim,
  type ClaimContext,
  declineClaim,
} from '../../../features/claims/claim-decisions.service.ts'
import { listClaimsToDecide } from '../../../features/claims/claims.read.ts'
import type { ClaimRow } from '../../../features/claims/claims.repository.ts'
import { answerText } from '../../../features/claims/claims.view.ts'
import type { World } from '../../../world.ts'
import { commandServices, partnerNamed } from '../../command-context.ts'
import type { Caller, Command } from '../../control.ts'
import { counted } from '../../counted.ts'

export const usage =
  'npm run claims -- list       [--partner SLUG]\n' +
  'npm run claims -- approve ID [--partner SLUG] [--amount 42.50]\n' +
  'npm run claims -- decline ID [--partner SLUG] --reason TEXT\n' +
  '  An approved dine earns by the rules. The member reads the reason.'

export const listClaimsCommand: Command = async (world, args, caller) => {
  const { ctx, id } = readArguments(world, args, caller)
  if (id !== '') throw new Error(usage)
  const claims = await listClaimsToDecide(ctx.db, ctx.partner.slug)
  for (const claim of claims) {
    const { merchantName, firstName, lastName, note, receiptType } = claim
    const amount = formatCents(claim.amountCents)
    caller.print(
      `${claim.id}  ${claim.state}, by ${claim.nextBy}  ${firstName} ${lastName}: ${amount} at ${merchantName} on ${claim.dinedOn}`,
    )
    if (note) caller.print(`  "${note.replaceAll(/\s+/g, ' ')}"`)
    if (receiptType) caller.print(`  receipt: ${receiptType}, DATA_DIR/receipts/${claim.id}`)
  }
  caller.print(`${counted(claims.length, 'open claim')}.`)
  return 0
}

/** Exit code 1 where the dine earns nothing. */
export const approveClaimCommand: Command = async (world, args, caller) => {
  const { ctx, id, values } = readArguments(world, args, caller)
  const amountCents = values.amount === undefined ? undefined : claimCents(values.amount)
  if (id === '') throw new Error(usage)
  if (amountCents === null)
    throw new Error(`--amount is "${values.amount}"; it is dollars, such as 42.50.\n${usage}`)
  return report(ctx, caller, await approveClaim(ctx, { claimId: id, amountCents }), 'approved')
}

export const declineClaimCommand: Command = async (world, args, caller) => {
  const { ctx, id, values } = readArguments(world, args, caller)
  const reason = values.reason?.trim() ?? ''
  if (id === '' || reason === '') throw new Error(usage)
  return report(ctx, caller, await declineClaim(ctx, { claimId: id, reason }), 'declined')
}

function report(ctx: ClaimContext, { print }: Caller, claim: ClaimRow, wanted: string): number {
  print(`Claim ${claim.id} is ${claim.state}: ${answerText(ctx.partner, claim, ctx.clock.now())}`)
  return claim.state === wanted ? 0 : 1
}

function readArguments(world: World, args: readonly string[], caller: Caller) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      partner: { type: 'string', default: world.env.defaultPartner },
      amount: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  const partner = partnerNamed(world, values.partner)
  if (positionals.length > 1) throw new Error(usage)
  const ctx: ClaimContext = { ...commandServices(world, caller), partner }
  return { ctx, id: positionals[0] ?? '', values }
}
