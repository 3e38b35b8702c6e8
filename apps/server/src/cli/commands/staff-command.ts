import { parseArgs } from 'node:util'
import { putStaffRoles } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { moneyPermissions } from '@dineward/core/staff/permissions.ts'
import { builtInRoles, permissionsOfRole } from '@dineward/core/staff/roles.ts'
import type { Actor } from '../../context.ts'
import { versionOf } from '../../features/partner/value-version.rules.ts'
import { findStaffByEmail } from '../../features/staff/staff.repository.ts'
import {
  addStaff,
  isBeginning,
  removeStaff,
  renewStaffPassword,
  resetStaffSecondFactor,
  setBreakGlass,
} from '../../features/staff/staff-accounts.service.ts'
import type { World } from '../../world.ts'
import { callConsole, partnerNamed } from '../command-context.ts'
import type { Caller, Command } from '../control.ts'

export const usage =
  'npm run staff -- add      --email EMAIL --name NAME [--role ROLE] [--partner SLUG]...\n' +
  'npm run staff -- password --email EMAIL\n' +
  'npm run staff -- reset-second-factor --email EMAIL\n' +
  'npm run staff -- break-glass --email EMAIL [--off]\n' +
  'npm run staff -- remove   --email EMAIL\n' +
  `  --role: ${Object.keys(builtInRoles).join(', ')}; without --partner in the programs of all partners.\n` +
  '  break-glass: the account signs in by password also where passwords are off, and every administrator is told.\n' +
  '  Without --role they may do nothing, until an administrator gives them a role in the console.\n' +
  '  Until two accounts may change staff, a role counts at once; later one that moves money waits for another person.'

const printedHint = 'It lets them choose their own there, within 7 days, and does nothing else.'

/** The generated password is printed once. */
export const addStaffCommand: Command = async (world, args, caller) => {
  const { print, actor } = caller
  const { email, name, partners, role } = readArguments(world, args)
  if (!name) throw new Error(usage)
  if (role && !Object.hasOwn(builtInRoles, role)) throw new Error(`There is no role "${role}".\n${usage}`)
  if (partners && !role) throw new Error(`--partner says where a role holds: give --role as well.\n${usage}`)
  const isFirst = role !== '' && (await isBeginning(contextOf(world, actor), partners))
  const waits = role !== '' && !isFirst && holdsMoney(role)
  const added = { email, name, partners, ...(role && !waits && { role }) }
  const password = await addStaff(contextOf(world, actor), added)
  if (password === null) throw new Error(`${email} already has a staff account.`)
  print(`${email} can sign in to the console with the password ${password}`)
  print(printedHint)
  if (!role) print('They have no role, so they may do nothing yet: give them one in the console, at Staff.')
  if (isFirst && holdsMoney(role))
    print(
      'The role counts at once, since fewer than two accounts may change staff: later ones take two people.',
    )
  if (waits) await askForRole(world, { email, role, partners }, caller)
  return 0
}

const holdsMoney = (role: string): boolean =>
  permissionsOfRole(role).some(permission => moneyPermissions.includes(permission))

/** As a change of roles in the console. */
async function askForRole(
  world: World,
  { email, role, partners }: { email: string; role: string; partners: readonly string[] | null },
  caller: Caller,
): Promise<void> {
  const { id } = (await findStaffByEmail(world.database.db, email))!
  const roles = (partners ?? [null]).map(partner => ({ partner, role }))
  const body = { roles, version: versionOf([]), reason: 'Asked for with npm run staff -- add.' }
  caller.print(`They have no role yet: ${role} moves money, so that another person approves it.`)
  await callConsole(world, caller, putStaffRoles, { params: { id }, body })
}

export const staffPasswordCommand: Command = async (world, args, { print, actor }) => {
  const { email } = readArguments(world, args)
  const password = await renewStaffPassword(contextOf(world, actor), email)
  if (password === null) throw new Error(`There is no staff account with the email ${email}.`)
  print(`${email} is signed out everywhere, and can sign in to the console with the password ${password}`)
  print(printedHint)
  return 0
}

export const resetSecondFactorCommand: Command = async (world, args, { print, actor }) => {
  const { email } = readArguments(world, args)
  if (!(await resetStaffSecondFactor(contextOf(world, actor), email)))
    throw new Error(`There is no staff account with the email ${email}.`)
  print(`${email} is signed out of the console, and sets up an authenticator app at the next sign-in.`)
  return 0
}

export const breakGlassCommand: Command = async (world, args, { print, actor }) => {
  const { email, off } = readArguments(world, args)
  if (!(await setBreakGlass(contextOf(world, actor), { email, isBreakGlass: !off })))
    throw new Error(`There is no staff account with the email ${email}.`)
  print(
    off
      ? `${email} is an account like any other.`
      : `${email} signs in by password also where passwords are off, and every administrator is told.`,
  )
  return 0
}

export const removeStaffCommand: Command = async (world, args, { print, actor }) => {
  const { email } = readArguments(world, args)
  if (!(await removeStaff(contextOf(world, actor), email)))
    throw new Error(`There is no staff account with the email ${email}.`)
  print(`Removed the staff account ${email}.`)
  return 0
}

const contextOf = ({ database, clock, partners }: World, actor: Actor) => ({
  db: database.db,
  clock,
  partners,
  actor,
})

function readArguments({ partners }: World, args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
      role: { type: 'string', default: '' },
      partner: { type: 'string', multiple: true },
      off: { type: 'boolean', default: false },
    },
  })
  const email = values.email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 100)
    throw new Error(`--email is "${email}"; it is an address such as ada@example.com.\n${usage}`)
  for (const slug of values.partner ?? []) partnerNamed({ partners }, slug)
  return {
    email,
    off: values.off,
    role: values.role,
    name: values.name.trim().slice(0, 100),
    partners: values.partner ?? null,
  }
}
