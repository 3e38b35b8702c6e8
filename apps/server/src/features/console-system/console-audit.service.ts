import type { AuditFilters, ListedAuditEntry } from '@dineward/core/console-system/audit.contract.ts'
import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import type { ConsoleContext } from '../../context.ts'
import { type AuditRow, listAuditActions, listAuditEntries } from '../staff/audit-log.service.ts'
import { visiblePartners } from './visible-partners.service.ts'

const pageSize = 200
const largestFile = 50_000

export async function listAudit(ctx: ConsoleContext, input: AuditFilters & { after?: number | undefined }) {
  const rows = await listAuditEntries(ctx.db, { ...queryOf(ctx, input), after: input.after, limit: pageSize })
  return { items: rows.map(describe), next: rows.length === pageSize ? rows.at(-1)!.id : null }
}

/** The file is CSV; texts that a spreadsheet would compute are quoted. */
export async function auditFile(ctx: ConsoleContext, input: AuditFilters): Promise<string> {
  const rows = await listAuditEntries(ctx.db, { ...queryOf(ctx, input), limit: largestFile })
  const lines = rows
    .map(describe)
    .map(({ at, partner, actorKind, actor, action, subject, before, after, reason, client, session }) =>
      csvLine([
        at,
        partner ?? '',
        actorKind,
        actor,
        action,
        subject,
        ...[before, after].map(value => (value === null ? '' : JSON.stringify(value))),
        reason ?? '',
        client ?? '',
        session ?? '',
      ]),
    )
  const header = csvLine([
    'at',
    'program',
    'kind',
    'actor',
    'action',
    'subject',
    'before',
    'after',
    'reason',
    'client',
    'session',
  ])
  return csvFile([header, ...lines])
}

export async function listActions(ctx: ConsoleContext): Promise<string[]> {
  return listAuditActions(ctx.db)
}

const queryOf = (ctx: ConsoleContext, { partner, from, to, actor, action, subject }: AuditFilters) => ({
  partnerIds: visiblePartners(ctx, partner),
  actor,
  action,
  subject,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

const describe = (row: AuditRow): ListedAuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  partner: row.partnerId,
  actorKind: row.actorKind,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: row.after,
  reason: row.reason,
  client: row.client,
  session: row.session,
})
