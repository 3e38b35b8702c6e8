import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addStreetMap } from '../../features/partner/street-map.service.ts'
import { partnerNamed } from '../command-context.ts'
import type { Command } from '../control.ts'

export const usage = `npm run maps -- add FILE.pmtiles [--partner SLUG]
  FILE has vector tiles with the layers of the Protomaps basemap. Without --partner all partners show it.`

export const addMapCommand: Command = async (world, args, { cwd, print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { partner: { type: 'string' } },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) throw new Error(usage)
  const { database, clock, partners, env } = world
  const chosen = values.partner === undefined ? partners.all() : [partnerNamed(world, values.partner)]
  const tilesUrl = await addStreetMap(
    { db: database.db, clock, partners, actor, mapFolder: join(env.dataDir, 'maps') },
    { path: resolve(cwd, path), partners: chosen },
  )
  const slugs = chosen.map(({ slug }) => slug).join(', ')
  print(`${slugs}: the map has the streets of ${tilesUrl}. In force everywhere within 5 seconds.`)
  return 0
}
