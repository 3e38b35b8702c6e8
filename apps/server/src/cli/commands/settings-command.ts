import { parseArgs } from 'node:util'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { settingFields } from '@dineward/core/partner/settings/setting-fields.ts'
import { settingAt } from '@dineward/core/partner/settings/setting-path.ts'
import type { Actor } from '../../context.ts'
import { setSetting, showOverrides, unsetSetting } from '../../features/partner/settings.service.ts'
import type { World } from '../../world.ts'
import { partnerNamed } from '../command-context.ts'
import type { Command } from '../control.ts'

export const usage =
  'npm run settings -- show  [--partner SLUG] [NAME]\n' +
  'npm run settings -- set   [--partner SLUG] NAME VALUE\n' +
  'npm run settings -- unset [--partner SLUG] NAME\n' +
  '  NAME has dots between its parts: maintenance.paths. VALUE is JSON; a word alone is a text.\n' +
  '  What moves or promises money is asked for with npm run call, and approved in the console.'

export const showSettingsCommand: Command = async (world, args, { print }) => {
  const { partner, names } = readArguments(world, args, { least: 0, most: 1 })
  const [name] = names
  if (name !== undefined) {
    const value = settingAt(partner.settings, name)
    if (value === undefined) throw new Error(`There is no setting "${name}".`)
    print(`${name} = ${JSON.stringify(value)}`)
    return 0
  }
  const { settings, updatedAt } = await showOverrides(world.database, partner)
  if (settings.length === 0) print(`Nothing is overridden for ${partner.slug}: its folder is in force.`)
  for (const { path, value, otherwise } of settings)
    print(`${path} = ${JSON.stringify(value)}   (otherwise ${JSON.stringify(otherwise)})`)
  if (updatedAt) print(`Last changed ${updatedAt.toISOString()}.`)
  return 0
}

export const setSettingCommand: Command = async (world, args, { print, actor }) => {
  const { partner, names } = readArguments(world, args, { least: 2, most: 2 })
  const [path = '', text = ''] = names
  const value = readValue(text)
  assertForOne(path)
  await setSetting(contextOf(world, actor), { partner, path, value })
  print(`${partner.slug}: ${path} = ${JSON.stringify(value)}. In force everywhere within 5 seconds.`)
  return 0
}

export const unsetSettingCommand: Command = async (world, args, { print, actor }) => {
  const { partner, names } = readArguments(world, args, { least: 1, most: 1 })
  const [path = ''] = names
  assertForOne(path)
  await unsetSetting(contextOf(world, actor), { partner, path })
  const value = settingAt(world.partners.bySlug(partner.slug)?.settings, path)
  print(`${partner.slug}: ${path} = ${JSON.stringify(value)} again. In force everywhere within 5 seconds.`)
  return 0
}

function assertForOne(path: string): void {
  const touched = settingFields.find(
    field =>
      field.needsTwoPeople &&
      (field.path === path || field.path.startsWith(`${path}.`) || path.startsWith(`${field.path}.`)),
  )
  if (touched)
    throw new Error(
      `${touched.path} moves or promises money, or says who may: a second person approves its change. Ask for it with npm run call -- postConsoleProgramsBySlugSettings.`,
    )
}

const contextOf = ({ database, clock, partners }: World, actor: Actor) => ({
  db: database.db,
  clock,
  partners,
  actor,
})

function readArguments(
  world: World,
  args: readonly string[],
  { least, most }: { readonly least: number; readonly most: number },
): { readonly partner: Partner; readonly names: readonly string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { partner: { type: 'string', default: world.env.defaultPartner } },
  })
  if (positionals.length < least || positionals.length > most) throw new Error(usage)
  return { partner: partnerNamed(world, values.partner), names: positionals }
}

/** The value is JSON; anything else is text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (/^[[{"]/.test(text))
      throw new Error(`${text} is not valid JSON. In most shells it needs single quotes.`)
    return text
  }
}
