import type {
  getSavedReports,
  postSavedReport,
  putReportMail,
  putSavedReport,
} from '@dineward/core/console-insight/report.contract.ts'
import { type ReportQuery, readReport } from '@dineward/core/console-insight/report.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { CronExpressionParser } from 'cron-parser'
import type { ConsoleContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { newId } from '../../new-id.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { everyPartner } from '../staff/grants.service.ts'
import { findStaffById } from '../staff/staff.service.ts'
import {
  countReports,
  deleteMail,
  deleteReport,
  findReport,
  insertReport,
  type ReportMailRow,
  type SavedReportRow,
  selectMailsOf,
  selectReports,
  updateReport,
  upsertMail,
} from './saved-reports.repository.ts'

const mostReports = 100

/** Who reads reports: a person of the console, or the person whom a job mails one. */
export type Reader = Pick<ConsoleContext, 'allowed' | 'isNetworkWide' | 'partners'> & {
  readonly actor: { readonly id: string }
}

const sharesOf = ({ allowed, isNetworkWide }: Reader): string[] => [
  ...allowed.map(({ slug }) => slug),
  ...(isNetworkWide ? [everyPartner] : []),
]

export const mayRead = (reader: Reader, { staffId, sharedWith }: SavedReportRow): boolean =>
  staffId === reader.actor.id || (sharedWith !== null && sharesOf(reader).includes(sharedWith))

export async function listReports(
  ctx: ConsoleContext,
): Promise<ContractResponse<typeof getSavedReports>['items']> {
  const rows = await selectReports(ctx.db, ctx.actor.id, sharesOf(ctx))
  const mails = await selectMailsOf(ctx.db, ctx.actor.id)
  const owners = new Map<string, Awaited<ReturnType<typeof findStaffById>>>()
  for (const { staffId } of rows)
    if (!owners.has(staffId)) owners.set(staffId, await findStaffById(ctx.db, staffId))
  return rows.map(row => {
    const owner = owners.get(row.staffId)
    const mail = mails.find(({ reportId }) => reportId === row.id)
    return {
      ...row,
      owner: {
        name: owner?.name ?? '',
        isMe: row.staffId === ctx.actor.id,
        hasLeft: !owner || owner.deactivatedAt !== null,
      },
      updatedAt: row.updatedAt.toISOString(),
      problem: problemOf(ctx, row.query),
      mail: mail ? { ...mail, nextAt: mail.nextAt.toISOString() } : null,
    }
  })
}

/** Why it cannot be made, for this reader. */
export function problemOf({ allowed }: Pick<Reader, 'allowed'>, query: ReportQuery): string | null {
  if (query.partner && !allowed.some(({ slug }) => slug === query.partner))
    return 'It is of a program that you may not read.'
  return readReport(query, '2000-01-01').problems?.[0]?.message ?? null
}

type Saved = ContractInput<typeof postSavedReport>['body']

/** @returns the id. @throws `validation_failed`, `forbidden`, `not_found` for a program of others */
export async function saveReport(ctx: ConsoleContext, input: Saved): Promise<string> {
  assertSound(ctx, input)
  // An operator's command is no account, and so has no reports.
  if (!(await findStaffById(ctx.db, ctx.actor.id))) throw new AppError('forbidden')
  const [id, now] = [newId(), ctx.clock.now()]
  await ctx.db.transaction().execute(async trx => {
    if ((await countReports(trx, ctx.actor.id)) >= mostReports)
      throw new AppError('validation_failed', {
        message: `You have ${mostReports} reports, as many as one person can. Remove one first.`,
      })
    const { name, query, sharedWith } = input
    const times = { createdAt: now, updatedAt: now }
    await insertReport(trx, {
      id,
      staffId: ctx.actor.id,
      name,
      query: JSON.stringify(query),
      sharedWith,
      ...times,
    })
    await audit({ ...ctx, db: trx }, 'report.save', id, input, { after: contentOf(input) })
  })
  return id
}

/** @throws `validation_failed`, `not_found` also of what others own, `changed_meanwhile` */
export async function changeReport(
  ctx: ConsoleContext,
  {
    id,
    version,
    ...input
  }: Saved & { id: string } & Pick<ContractInput<typeof putSavedReport>['body'], 'version'>,
): Promise<void> {
  assertSound(ctx, input)
  await ctx.db.transaction().execute(async trx => {
    const row = await findReport(trx, id)
    if (!row || row.staffId !== ctx.actor.id) throw new AppError('not_found')
    const change = { ...input, query: JSON.stringify(input.query), updatedAt: ctx.clock.now() }
    if (!(await updateReport(trx, { id, version }, change))) throw new AppError('changed_meanwhile')
    await audit({ ...ctx, db: trx }, 'report.change', id, input, {
      before: contentOf(row),
      after: contentOf(input),
    })
  })
}

/** @throws `not_found` also of what others own, unless they have left */
export async function removeReport(ctx: ConsoleContext, id: string): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    const row = await readable({ ...ctx, db: trx }, id)
    if (row.staffId !== ctx.actor.id && !(await findStaffById(trx, row.staffId))?.deactivatedAt)
      throw new AppError('not_found')
    await deleteReport(trx, id)
    await audit({ ...ctx, db: trx }, 'report.remove', id, row, { before: contentOf(row) })
  })
}

/**
 * Only to oneself: each person asks for their own mails. The first one is due at once.
 * @throws `not_found`, `validation_failed`
 */
export async function mailReport(
  ctx: ConsoleContext,
  input: ContractInput<typeof putReportMail>['body'] & { readonly id: string; readonly origin: string },
): Promise<void> {
  const { id, rhythm, timeZone, origin } = input
  await ctx.db.transaction().execute(async trx => {
    const row = await readable({ ...ctx, db: trx }, id)
    const problem = problemOf(ctx, row.query)
    if (problem) throw new AppError('validation_failed', { message: problem })
    if (!(await findStaffById(trx, ctx.actor.id))) throw new AppError('forbidden')
    const now = ctx.clock.now()
    const isMailed = (await selectMailsOf(trx, ctx.actor.id)).some(({ reportId }) => reportId === id)
    const nextAt = isMailed ? nextMailAt({ rhythm, timeZone }, now) : now
    await upsertMail(trx, { reportId: id, staffId: ctx.actor.id, rhythm, timeZone, origin, nextAt })
    await audit({ ...ctx, db: trx }, 'report.mail', id, row, { after: { name: row.name, rhythm, timeZone } })
  })
}

export async function endReportMail(ctx: ConsoleContext, id: string): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    const row = await findReport(trx, id)
    if (!row || !(await deleteMail(trx, { reportId: id, staffId: ctx.actor.id })))
      throw new AppError('not_found')
    await audit({ ...ctx, db: trx }, 'report.mailEnd', id, row, { before: { name: row.name } })
  })
}

const schedules = { daily: '0 7 * * *', weekly: '0 7 * * 1', monthly: '0 7 1 * *' } as const

/** At seven in the morning of the time zone, whatever clocks do. */
export function nextMailAt(
  { rhythm, timeZone }: Pick<ReportMailRow, 'rhythm' | 'timeZone'>,
  now: Date,
): Date {
  return CronExpressionParser.parse(schedules[rhythm], { currentDate: now, tz: timeZone }).next().toDate()
}

async function readable(ctx: ConsoleContext, id: string): Promise<SavedReportRow> {
  const row = await findReport(ctx.db, id)
  if (!row || !mayRead(ctx, row)) throw new AppError('not_found')
  return row
}

function assertSound(ctx: ConsoleContext, { query, sharedWith }: Saved): void {
  if (query.partner) programContext(ctx, query.partner)
  if (sharedWith === everyPartner && !ctx.isNetworkWide) throw new AppError('forbidden')
  if (sharedWith !== null && sharedWith !== everyPartner) programContext(ctx, sharedWith)
  const problems = readReport(query, '2000-01-01').problems ?? []
  if (problems.length > 0)
    throw new AppError('validation_failed', { message: problems[0]!.message, fieldErrors: problems })
}

const contentOf = ({ name, query, sharedWith }: Saved | SavedReportRow) => ({ name, query, sharedWith })

/** Staff of a program see what is done to the reports that are shared with it, or are about it. */
function audit(
  ctx: ConsoleContext,
  action: 'report.save' | 'report.change' | 'report.remove' | 'report.mail' | 'report.mailEnd',
  subject: string,
  { query, sharedWith }: Pick<Saved, 'query' | 'sharedWith'>,
  change: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  const shared = sharedWith === everyPartner ? null : sharedWith
  return recordAudit(ctx, { action, subject, partnerId: shared ?? query.partner ?? null, ...change })
}
