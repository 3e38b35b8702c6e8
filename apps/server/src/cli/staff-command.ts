import { parseArgs } from 'node:util'
import type { Actor } from '../context.ts'
import { addStaff, removeStaff, renewStaffPassword } from '../features/staff/staff-accounts.service.ts'
import type { World } from '../world.ts'
import type { Command } from './control.ts'

const usage =
  'npm run staff -- add      --email EMAIL --name NAME [--partner SLUG]...\n' +
  'npm run staff -- password --email EMAIL\n' +
  'npm run staff -- remove   --email EMAIL\n' +
  '  Without --partner they run the programs of all partners.'

/** The generated password is printed once. */
export const addStaffCommand: Command = async (world, args, { print, actor }) => {
  const { email, name, partners } = readArguments(world, args)
  if (!name) throw new Error(usage)
  const password = await addStaff(contextOf(world, actor), { email, name, partners })
  if (password === null) throw new Error(`${email} already has a staff account.`)
  print(`${email} can sign in with the password ${password}`)
  return 0
}

export const staffPasswordCommand: Command = async (world, args, { print, actor }) => {
  const { email } = readArguments(world, args)
  const password = await renewStaffPassword(contextOf(world, actor), email)
  if (password === null) throw new Error(`There is no staff account with the email ${email}.`)
  print(`${email} is signed out everywhere, and can sign in with the password ${password}`)
  return 0
}

export const removeStaffCommand: Command = async (world, args, { print, actor }) => {
  const { email } = readArguments(world, args)
  if (!(await removeStaff(contextOf(world, actor), email)))
    throw new Error(`There is no staff account with the email ${email}.`)
  print(`Removed the staff account ${email}.`)
  return 0
}

const contextOf = ({ database, clock }: World, actor: Actor) => ({ db: database.db, clock, actor })

function readArguments({ partners }: World, args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
      partner: { type: 'string', multiple: true },
    },
  })
  const email = values.email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 100) throw new Error(usage)
  const unknown = (values.partner ?? []).filter(slug => partners.bySlug(slug) === null)
  if (unknown.length > 0) throw new Error(`There is no partner "${unknown[0]}".`)
  return { email, name: values.name.trim().slice(0, 100), partners: values.partner ?? null }
}
