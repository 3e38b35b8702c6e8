import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { ExportRefused } from '../../gateways/files/export-store.ts'
import type { JobServices } from '../jobs/jobs.service.ts'
import { exportTables } from './export-tables.service.ts'
import { lastScheduledRun } from './exports.repository.ts'

/** @returns how many programs have new files. @throws what failed, after the other programs' exports */
export async function exportDueTables(services: JobServices): Promise<number> {
  const failures: string[] = []
  let written = 0
  for (const partner of services.partners.all()) {
    const { to, tables, format } = partner.settings.exports
    if (to === null || tables.length === 0 || !(await isDue(services, partner, to))) continue
    try {
      const of = { to, tables, format, isScheduled: true }
      if (await exportTables({ ...services, partner }, of)) written += 1
    } catch (error) {
      services.log.error({ err: error, partner: partner.slug }, 'export of tables failed')
      const cause = error instanceof ExportRefused ? error.message : 'It failed; the log has the cause.'
      failures.push(`${partner.slug}: ${cause}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return written
}

/** A day of exports begins at the hour that is set, so an export that is late is still of its day. */
async function isDue({ db, clock }: JobServices, { slug, settings }: Partner, to: string): Promise<boolean> {
  const dayOf = (at: Date) =>
    localDateAt(settings.timeZone, new Date(at.getTime() - minutes(60 * settings.exports.hour)))
  const last = await lastScheduledRun(db, { partnerId: slug, target: to })
  return last === null || dayOf(last) < dayOf(clock.now())
}
