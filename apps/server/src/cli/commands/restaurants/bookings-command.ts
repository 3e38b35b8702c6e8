import { parseArgs } from 'node:util'
import type { Actor } from '../../../context.ts'
import { setBookingBan } from '../../../features/reservations/reservations.service.ts'
import type { World } from '../../../world.ts'
import { partnerNamed } from '../../command-context.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run bookings -- ban   --partner SLUG --email EMAIL\n' +
  'npm run bookings -- allow --partner SLUG --email EMAIL\n' +
  '  A member whose account the booking provider has deactivated books no tables.'

export const banFromBookingCommand: Command = async (world, args, { print, actor }) => {
  const { email } = await set(world, args, { banned: true, actor })
  print(`${email} can book no table any more; what is booked stays booked.`)
  return 0
}

export const allowBookingCommand: Command = async (world, args, { print, actor }) => {
  const { email } = await set(world, args, { banned: false, actor })
  print(`${email} can book tables.`)
  return 0
}

async function set(
  { database, clock, partners, env }: World,
  args: readonly string[],
  { banned, actor }: { readonly banned: boolean; readonly actor: Actor },
): Promise<{ email: string }> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string', default: '' },
      partner: { type: 'string', default: env.defaultPartner },
    },
  })
  const email = values.email.trim()
  if (email === '') throw new Error(usage)
  const partner = partnerNamed({ partners }, values.partner)
  const ctx = { db: database.db, clock, actor }
  if (!(await setBookingBan(ctx, { partnerId: partner.slug, email, banned })))
    throw new Error(`No member of ${partner.slug} has the e-mail ${email}.`)
  return { email }
}
