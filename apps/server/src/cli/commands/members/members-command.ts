import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isMemberNumber } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../../context.ts'
import { endAllSessions } from '../../../features/identity/sessions/sessions.service.ts'
import { eraseMember } from '../../../features/leaving/erasure.service.ts'
import { cancelErasure, exportMember, requestErasure } from '../../../features/leaving/leaving.service.ts'
import { changeMemberNumber, findMemberByEmail } from '../../../features/members/members.service.ts'
import { recordMemberAudit } from '../../../features/staff/audit.service.ts'
import type { World } from '../../../world.ts'
import { commandServices, partnerNamed } from '../../command-context.ts'
import type { Caller, Command } from '../../control.ts'

export const usage =
  'npm run members -- export         --partner SLUG --member EMAIL --file FILE\n' +
  'npm run members -- erase          --partner SLUG --member EMAIL [--now]\n' +
  'npm run members -- cancel-erasure --partner SLUG --member EMAIL\n' +
  'npm run members -- sign-out       --partner SLUG --member EMAIL\n' +
  'npm run members -- number         --partner SLUG --member EMAIL --number NUMBER\n' +
  '  Erasing waits for the grace period, in which the member can cancel it; --now does not.'

export const exportMemberCommand: Command = async (world, args, caller) => {
  const { ctx, memberId, file } = await readArguments(world, args, caller)
  if (!file) throw new Error(usage)
  const path = resolve(caller.cwd, file)
  const data = await exportMember(ctx, memberId)
  write(path, `${JSON.stringify(data, null, 2)}\n`)
  caller.print(`Wrote ${path}.`)
  return 0
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 })
  } catch (cause) {
    throw new Error(`${path} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, { cause })
  }
}

export const eraseMemberCommand: Command = async (world, args, caller) => {
  const { ctx, memberId, email, origin, now } = await readArguments(world, args, caller)
  if (now) {
    await eraseMember(ctx, memberId)
    caller.print(`Erased ${email}. The member's id was ${memberId}.`)
    return 0
  }
  const erasureAt = await requestErasure(ctx, { memberId, origin })
  caller.print(`${email} is erased on ${erasureAt.toISOString()}, unless it is canceled before.`)
  return 0
}

export const signOutMemberCommand: Command = async (world, args, caller) => {
  const { ctx, memberId, email } = await readArguments(world, args, caller)
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await endAllSessions(inTransaction, memberId)
    await recordMemberAudit(inTransaction, { action: 'credentials.sessions_ended', memberId })
  })
  caller.print(`${email} is signed out everywhere.`)
  return 0
}

/** What the partner did not know; points and miles that it rejected are sent again. */
export const changeMemberNumberCommand: Command = async (world, args, caller) => {
  const { ctx, memberId, email, number } = await readArguments(world, args, caller)
  if (!isMemberNumber(ctx.partner, number)) throw new Error(`"${number}" is not a member number.\n${usage}`)
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    if (!(await changeMemberNumber(inTransaction, memberId, number)))
      throw new Error(`${number} is another member's.`)
    await recordMemberAudit(inTransaction, { action: 'credentials.member_number_changed', memberId })
  })
  caller.print(`The member number of ${email} is ${number}.`)
  return 0
}

export const cancelErasureCommand: Command = async (world, args, caller) => {
  const { ctx, memberId, email, origin } = await readArguments(world, args, caller)
  if (!(await cancelErasure(ctx, { memberId, origin }))) throw new Error(`${email} is not to be erased.`)
  caller.print(`${email} stays a member.`)
  return 0
}

async function readArguments(world: World, args: readonly string[], caller: Caller) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      partner: { type: 'string', default: world.env.defaultPartner },
      member: { type: 'string', default: '' },
      file: { type: 'string' },
      number: { type: 'string', default: '' },
      now: { type: 'boolean', default: false },
    },
  })
  const email = values.member.trim()
  if (email === '') throw new Error(usage)
  const partner = partnerNamed(world, values.partner)
  const ctx: Context = { ...commandServices(world, caller), partner }
  const memberId = await findMemberByEmail(ctx, email)
  if (memberId === null) throw new Error(`No member of ${partner.slug} has the email ${email}.`)
  const { file, number, now } = values
  return { ctx, memberId, email, origin: world.partners.siteOf(partner), file, number, now }
}
