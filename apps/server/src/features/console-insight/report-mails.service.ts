import type { ReportRow } from '@dineward/core/console-insight/report.contract.ts'
import { dimensions, type Measure, measures } from '@dineward/core/console-insight/report-measures.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents, formatDate, formatNumber } from '@dineward/core/shared/format.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import { tookTooLong } from '../../db/connection-error.ts'
import type { JobServices } from '../jobs/jobs.service.ts'
import { queueMail } from '../mail/mail.service.ts'
import { readFigures } from '../reports/read-figures.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { grantsOfStaff } from '../staff/grants.service.ts'
import { findStaffById } from '../staff/staff.service.ts'
import { type MadeReport, makeReport } from './report.service.ts'
import {
  advanceMail,
  deleteMail,
  findReport,
  type ReportMailRow,
  type SavedReportRow,
  selectDueMails,
  selectMailsOf,
} from './saved-reports.repository.ts'
import { mayRead, nextMailAt, problemOf, type Reader } from './saved-reports.service.ts'

const [mailsAtOnce, mailedRows] = [200, 20]

/** @returns how many were mailed. A report that fails unexpectedly is tried again at the next run. */
export async function mailDueReports(services: JobServices): Promise<number> {
  let mailed = 0
  for (const mail of await selectDueMails(services.db, services.clock.now(), mailsAtOnce))
    try {
      if (await mailOne(services, mail)) mailed++
    } catch (error) {
      services.log.error({ err: error, report: mail.reportId }, 'a report could not be mailed')
    }
  return mailed
}

type MailServices = Pick<JobServices, 'db' | 'clock' | 'partners' | 'actor' | 'replica' | 'longDb'>

/** A person who has just asked for it need not wait for the job, which makes what takes longer than a request may. */
export async function mailFirst(
  services: MailServices,
  { reportId, staffId }: Pick<ReportMailRow, 'reportId' | 'staffId'>,
): Promise<void> {
  const mail = (await selectMailsOf(services.db, staffId)).find(one => one.reportId === reportId)
  if (!mail || mail.nextAt > services.clock.now()) return
  await mailOne({ ...services, longDb: null }, mail).catch(error => {
    if (!tookTooLong(error)) throw error
  })
}

async function mailOne(services: MailServices, mail: ReportMailRow): Promise<boolean> {
  const { db, clock } = services
  const report = await findReport(db, mail.reportId)
  if (!report) return false
  const reader = await readerOf(services, mail.staffId)
  const isOfOther = report.query.partner && !reader?.allowed.some(({ slug }) => slug === report.query.partner)
  if (!reader || !mayRead(reader, report) || isOfOther) {
    await endMail(services, mail, report)
    return false
  }
  const made = await madeOrProblem(services, reader, report)
  return db.transaction().execute(async trx => {
    // The worker that moves it on mails it.
    if (!(await advanceMail(trx, mail, nextMailAt(mail, clock.now())))) return false
    const partner = reader.allowed.find(({ slug }) => slug === report.query.partner) ?? reader.allowed[0]!
    return queueMail(
      { db: trx, clock, partner },
      {
        cause: `report:${mail.reportId}:${mail.staffId}:${mail.nextAt.toISOString()}`,
        recipient: { id: null, email: reader.email, emailConfirmedAt: clock.now() },
        words: wordsOf({ mail, report, made, programs: reader.allowed }),
      },
    )
  })
}

/** @returns null where they have left, or may no longer read any report */
async function readerOf(
  services: MailServices,
  id: string,
): Promise<(Reader & { readonly email: string }) | null> {
  const staff = await findStaffById(services.db, id)
  if (!staff || staff.deactivatedAt) return null
  const grants = await grantsOfStaff(services, staff)
  const mayAt = (slug: string | null) => permissionsAt(grants, slug).includes('insight.read')
  const allowed = services.partners.all().filter(({ slug }) => mayAt(slug))
  if (allowed.length === 0) return null
  return {
    actor: { id },
    email: staff.email,
    allowed,
    isNetworkWide: mayAt(null),
    partners: services.partners,
  }
}

async function endMail(services: MailServices, mail: ReportMailRow, report: SavedReportRow): Promise<void> {
  await services.db.transaction().execute(async trx => {
    if (!(await deleteMail(trx, mail))) return
    await recordAudit(
      { ...services, db: trx },
      {
        action: 'report.mailEnd',
        subject: report.id,
        partnerId: report.query.partner ?? null,
        before: { name: report.name },
        reason: 'Its recipient may no longer read it.',
      },
    )
  })
}

async function madeOrProblem(
  services: MailServices,
  reader: Reader & { readonly email: string },
  { query }: SavedReportRow,
): Promise<MadeReport | string> {
  const problem = problemOf(reader, query)
  if (problem) return problem
  const programs = reader.allowed.filter(({ slug }) => !query.partner || slug === query.partner)
  try {
    const of = { reader: reader.email, isUnstated: true, mayTakeLong: !!services.longDb }
    const made = await readFigures(services, of, db => makeReport({ ...services, db }, programs, query))
    return made.value
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

interface Mailed {
  readonly mail: ReportMailRow
  readonly report: SavedReportRow
  readonly made: MadeReport | string
  readonly programs: readonly Partner[]
}

function wordsOf({ mail, report, made, programs }: Mailed) {
  const query = new URLSearchParams(
    Object.entries(report.query).filter((entry): entry is [string, string] => !!entry[1]),
  )
  query.set('saved', report.id)
  const common = {
    title: report.name,
    action: { text: 'Open the report', url: `${mail.origin}/insight/report?${query}` },
    footer: 'You asked for this mail. To end it, open Insight, then Saved reports, in the console.',
  }
  if (typeof made === 'string')
    return { ...common, subject: `${report.name} could not be made`, preview: made, paragraphs: [made] }
  const days = [made.from, made.to].map(day => formatDate(day, 'medium')).join(' to ')
  const more = made.rows.length - mailedRows
  return {
    ...common,
    subject: `${report.name}, ${days}`,
    preview: days,
    paragraphs: [
      `${days}. ${made.measures.map(name => `${measures[name].label}: ${measures[name].says}`).join(' ')}`,
      ...(more > 0
        ? [
            `These are the first ${mailedRows} of ${formatNumber(made.rows.length)} rows. The console has all of them, also as a CSV.`,
          ]
        : []),
    ],
    table: {
      head: [
        ...made.by.map(one => dimensions[one].label),
        ...made.measures.map(name => measures[name].label),
      ],
      rows: [
        ...made.rows.slice(0, mailedRows).map(row => cellsOf(made, row, programs)),
        ...(made.by.length > 0 ? made.totals.map(row => totalOf(made, row, programs)) : []),
      ],
    },
  }
}

const cellsOf = (
  { measures: names }: MadeReport,
  { by, partner, values }: ReportRow,
  programs: readonly Partner[],
) => [
  ...by.map(({ label }) => label),
  ...values.map((value, index) =>
    valueText(
      measures[names[index]!],
      value,
      programs.find(({ slug }) => slug === partner),
    ),
  ),
]

function totalOf(made: MadeReport, row: ReportRow, programs: readonly Partner[]): string[] {
  const name = row.by[0] ? `Total, ${row.by[0].label}` : 'Total'
  const empty = made.by.slice(1).map(() => '')
  return [name, ...empty, ...cellsOf(made, { ...row, by: [] }, programs)]
}

/** Without a program of its own, a reward is dollars. */
function valueText({ unit }: Measure, value: number, program: Partner | undefined): string {
  if (unit === 'count') return formatNumber(value)
  return unit === 'cents' || !program ? formatCents(value) : formatReward(program, value)
}
