import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importMerchants } from '../../../features/merchant-import/merchant-import.service.ts'
import { photoImporter } from '../../../features/photos/photo-import.service.ts'
import { recordAudit } from '../../../features/staff/audit.service.ts'
import { partnerNamed } from '../../command-context.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run import -- merchants FILE [--partner SLUG] [--format standard|nyc] [--dry-run]\n' +
  '  FILE is CSV with a header, or NDJSON; .gz too. Safe to run twice.'

export const importMerchantsCommand: Command = async (world, args, { cwd, print, actor }) => {
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

  if (!dryRun)
    await recordAudit(
      { db: world.database.db, clock: world.clock, actor },
      { action: 'import.merchants', subject: basename(file), partnerId: partner.slug },
    )
  const path = resolve(cwd, file)
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
