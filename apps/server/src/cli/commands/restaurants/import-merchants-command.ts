import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { postApplyRestaurantImport } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { keepFileWithTerms } from '../../../features/merchant-import/import-runs.service.ts'
import { merchantFormats } from '../../../features/merchant-import/merchant-formats.import.ts'
import { importMerchants } from '../../../features/merchant-import/merchant-import.service.ts'
import { applyImportNow } from '../../../features/merchant-import/run-imports.service.ts'
import { photoImporter } from '../../../features/photos/photo-import.service.ts'
import { actorName, recordAudit } from '../../../features/staff/audit.service.ts'
import { operatorActor } from '../../../features/staff/operator-actor.service.ts'
import type { World } from '../../../world.ts'
import { callConsole, partnerNamed } from '../../command-context.ts'
import type { Caller, Command } from '../../control.ts'

export const usage =
  'npm run import -- merchants FILE [--partner SLUG] [--format standard|nyc] [--dry-run]\n' +
  '  FILE is CSV with a header, or NDJSON; .gz too. Safe to run twice. Other days with rewards, and new restaurants with\n' +
  '  days of their own, wait for another person, who approves them in the console.'

export const importMerchantsCommand: Command = async (world, args, caller) => {
  const { cwd, print, actor } = caller
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      partner: { type: 'string', default: world.env.defaultPartner },
      format: { type: 'string', default: 'standard' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  const { partner: slug, format } = values
  const dryRun = values['dry-run']
  if (!file || positionals.length > 1) throw new Error(usage)
  if (format !== 'standard' && format !== 'nyc')
    throw new Error(`--format is "${format}"; it is standard or nyc.\n${usage}`)
  const partner = partnerNamed(world, slug)

  const path = resolve(cwd, file)
  if (!dryRun && merchantFormats[format].changesTerms && (await waits(world, caller, partner, path))) return 0
  if (!dryRun)
    await recordAudit(
      { db: world.database.db, clock: world.clock, actor },
      { action: 'import.merchants', subject: basename(file), partnerId: partner.slug },
    )
  const services = { db: world.database.db, clock: world.clock, gateways: world.gateways, actor }
  const photos = photoImporter(services, {
    folder: dirname(path),
    report: (sentence, line) => print(`line ${line}: ${sentence}`),
  })
  const summary = await importMerchants(services, {
    file: path,
    importPhotos: photos.import,
    partnerId: partner.slug,
    format,
    dryRun,
    report: print,
    progress: rows => print(`... ${rows} rows`),
  })
  const { read, added, updated, unchanged, repaired, refused } = summary
  print(
    `${dryRun ? 'Dry run, nothing was changed. ' : ''}${read} rows: ${added} added, ${updated} updated, ` +
      `${unchanged} unchanged; ${repaired} of them repaired; ${refused} refused.`,
  )
  if (photos.added + photos.failed > 0) print(`Photos: ${photos.added} added, ${photos.failed} failed.`)
  return 0
}

/** Terms are asked for as in the console. Within the limit they are written, and the rest of the file as any other. */
async function waits(world: World, caller: Caller, partner: Partner, path: string): Promise<boolean> {
  const { database, clock, gateways, partners } = world
  const { db } = database
  const ctx = {
    db,
    clock,
    actor: operatorActor(actorName(caller.actor)),
    allowed: partners.all(),
    isNetworkWide: true,
  }
  const id = await keepFileWithTerms(ctx, { partnerId: partner.slug, path })
  if (id === null) return false
  const answer = await callConsole(world, caller, postApplyRestaurantImport, { params: { id }, body: {} })
  if (answer === null) return true
  await applyImportNow({ db, clock, gateways }, id)
  return false
}
