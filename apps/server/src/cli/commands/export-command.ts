import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import {
  type ExportedTable,
  type ExportFormat,
  exportedTables,
  exportFormats,
} from '@dineward/core/partner/settings/exports.settings.ts'
import { daysOfMonth } from '@dineward/core/reports/reports.rules.ts'
import { isInstant } from '@dineward/core/shared/local-date.ts'
import { exportTables } from '../../features/exports/export-tables.service.ts'
import {
  journalColumns,
  journalName,
  journalOf,
  journalRows,
} from '../../features/exports/journal.service.ts'
import { readFigures } from '../../features/reports/read-figures.service.ts'
import { csvLines } from '../../features/reports/report-files.view.ts'
import { actorName, recordAudit } from '../../features/staff/audit.service.ts'
import { replaceFile } from '../../gateways/files/export-store.ts'
import { commandServices, partnerNamed } from '../command-context.ts'
import type { Command } from '../control.ts'

export const usage =
  'npm run export -- journal --month YYYY-MM --partner SLUG [--out FILE]\n' +
  'npm run export -- tables  --partner SLUG [--to FOLDER|s3://BUCKET/PREFIX] [--tables members,dines,…]\n' +
  '                         [--format ndjson|csv] [--since TIME] [--identified --reason TEXT]\n' +
  '  A later run to the same place has what has changed since; FOLDER is that of the data folder where it is left out.'

const wrong = (sentence: string) => new Error(`${sentence}\n${usage}`)

/** The general-ledger journal of a month. */
export const journalCommand: Command = async (world, args, caller) => {
  const {
    month,
    partner: slug,
    out,
  } = parsed(args, {
    month: { type: 'string' },
    partner: { type: 'string' },
    out: { type: 'string' },
  })
  if (!slug) throw wrong('Say of which program, with --partner.')
  if (!month || !daysOfMonth(month)) throw wrong('Give a month such as --month 2026-11.')
  const services = commandServices(world, caller)
  const partner = partnerNamed(world, slug)
  const of = { reader: actorName(caller.actor), isUnstated: true }
  const { value: journal } = await readFigures(services, of, db =>
    journalOf({ ...services, db }, partner, month),
  )
  const lines = csvLines(journalColumns, journalRows(journal))
  if (out === undefined) for (const line of lines) caller.print(line)
  else {
    const file = resolve(caller.cwd, out)
    const text = lines.map(line => `${line}\r\n`).join('')
    await replaceFile(file, draft => writeFile(draft, text, { mode: 0o600, flush: true }))
    const state = journal.isClosed ? 'closed' : 'not closed yet: it can still change'
    caller.print(`Wrote ${file} (${journalName(journal)}): ${lines.length - 1} lines; the month is ${state}.`)
  }
  await recordAudit(services, { action: 'export.journal', subject: month, partnerId: slug })
  return 0
}

/** What has changed in the tables of a program, as files with a manifest. */
export const exportTablesCommand: Command = async (world, args, caller) => {
  const given = parsed(args, {
    partner: { type: 'string' },
    to: { type: 'string', default: 'folder' },
    tables: { type: 'string', default: exportedTables.join() },
    format: { type: 'string', default: 'ndjson' },
    since: { type: 'string' },
    identified: { type: 'boolean', default: false },
    reason: { type: 'string' },
  })
  if (!given.partner) throw wrong('Say of which program, with --partner.')
  const partner = partnerNamed(world, given.partner)
  const services = { ...commandServices(world, caller), partner }
  const manifest = await exportTables(services, {
    to: placeOf(given.to, caller.cwd),
    tables: tablesOf(given.tables),
    format: formatOf(given.format),
    since: given.since === undefined ? null : instantOf(given.since, world.clock.now()),
    identifiedFor: reasonOf(given),
  })
  if (!manifest) caller.print(`${partner.slug}: nothing has changed since the last export to ${given.to}.`)
  else {
    const rows = manifest.tables.map(table => `${table.rows} ${table.name}`).join(', ')
    caller.print(`${partner.slug}: export ${manifest.run} to ${given.to} has ${rows}.`)
  }
  return 0
}

function parsed<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

const placeOf = (to: string, cwd: string): string =>
  to === 'folder' || to.startsWith('s3://') ? to.replace(/\/+$/, '') : resolve(cwd, to)

function tablesOf(text: string): ExportedTable[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !exportedTables.some(table => table === name))
  if (unknown !== undefined)
    throw wrong(`There is no table "${unknown}": choose from ${exportedTables.join(', ')}.`)
  return exportedTables.filter(table => names.includes(table))
}

function formatOf(text: string): ExportFormat {
  const format = exportFormats.find(one => one === text)
  if (!format) throw wrong(`The format is one of ${exportFormats.join(', ')}.`)
  return format
}

function instantOf(text: string, now: Date): Date {
  const at = new Date(text)
  if (!isInstant(text) || Number.isNaN(at.getTime()))
    throw wrong(`"${text}" is no time with its zone: write it such as 2026-11-01T00:00:00Z.`)
  if (at > now) throw wrong(`${text} has not been yet: give a time that is past.`)
  return at
}

function reasonOf({
  identified,
  reason,
}: {
  identified: boolean
  reason?: string | undefined
}): string | null {
  if (!identified) return null
  if (!reason || reason.trim().length < 3) throw wrong('Say why members must be named, with --reason.')
  return reason.trim()
}
