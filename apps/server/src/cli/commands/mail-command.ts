import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clearMarkedAddress, importBounces } from '../../features/mail/delivery-reports.service.ts'
import { recordAudit } from '../../features/staff/audit.service.ts'
import { partnerNamed } from '../command-context.ts'
import type { Command } from '../control.ts'

export const usage =
  'npm run mail -- clear ADDRESS --partner SLUG\n' +
  'npm run mail -- bounces FILE [--partner SLUG] [--dry-run]\n' +
  '  FILE is CSV with a header (email,type,at,reason,partner), or NDJSON; .gz too. Safe to run twice.'

/** It reads addresses that bounced or complained from a file. */
export const importBouncesCommand: Command = async (world, args, { cwd, print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { partner: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  })
  const [file] = positionals
  const { partner = null, 'dry-run': dryRun } = values
  if (!file || positionals.length > 1) throw new Error(usage)
  if (partner !== null) partnerNamed(world, partner)
  const { clock, partners } = world
  const { db } = world.database
  // It is recorded once, before the first row: an import runs in many transactions and can be interrupted.
  if (!dryRun)
    await recordAudit(
      { db, clock, actor },
      { action: 'import.bounces', subject: basename(file), partnerId: partner },
    )
  const path = resolve(cwd, file)
  const summary = await importBounces({ db, clock, partners }, { file: path, partner, dryRun, report: print })
  const { read, marked, unchanged, refused } = summary
  print(
    `${dryRun ? 'Dry run, nothing was changed. ' : ''}${read} rows: ${marked} marked, ${unchanged} unchanged; ${refused} refused.`,
  )
  return 0
}

/** The address works again. */
export const clearAddressCommand: Command = async (world, args, { print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { partner: { type: 'string', default: '' } },
  })
  const [email] = positionals
  const partner = world.partners.bySlug(values.partner)
  if (!email || positionals.length > 1 || !partner) throw new Error(usage)
  const services = { db: world.database.db, clock: world.clock, actor }
  if (!(await clearMarkedAddress(services, partner.slug, email)))
    throw new Error('This address is not marked.')
  print('Mails are sent there again.')
  return 0
}
