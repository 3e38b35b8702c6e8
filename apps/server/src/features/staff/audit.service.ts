import type { AuditAction, MemberAuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import {
  insertAuditEntry,
  lastAuditEntries,
  listAuditEntries,
  selectAuditTimes,
  selectNewestEntries,
} from './audit.repository.ts'

export interface AuditEntry {
  readonly action: AuditAction | MemberAuditAction
  /** A member's id, a staff email, the name of a setting. */
  readonly subject: string
  /** Null means all partners. */
  readonly partnerId: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string
}

export type AuditContext = Pick<Context, 'db' | 'clock' | 'actor'>

/** In the transaction of the write. */
export async function recordAudit(ctx: AuditContext, entry: AuditEntry): Promise<void> {
  const { action, subject, partnerId, before, after, reason = null } = entry
  await insertAuditEntry(ctx.db, {
    at: ctx.clock.now(),
    partnerId,
    actorKind: ctx.actor.kind,
    actor: actorName(ctx.actor),
    action,
    subject,
    before: jsonOf(before),
    after: jsonOf(after),
    reason,
    client: null,
    session: null,
    ...('from' in ctx.actor ? ctx.actor.from : {}),
  })
}

/** In the transaction of the write. Name the member by id only: the log outlives an erased member. */
export function recordMemberAudit(
  ctx: AuditContext & Pick<Context, 'partner'>,
  {
    memberId,
    ...entry
  }: { memberId: string; action: MemberAuditAction } & Pick<AuditEntry, 'before' | 'after' | 'reason'>,
): Promise<void> {
  return recordAudit(ctx, { ...entry, subject: memberId, partnerId: ctx.partner.slug })
}

/** It runs in one transaction. Without an actor it only runs: imports and jobs are recorded once per run. */
export async function writeAudited<T>(
  ctx: Pick<Context, 'db' | 'clock'> & { readonly actor?: Actor },
  write: (db: Db) => Promise<T>,
  entriesOf: (result: T) => readonly AuditEntry[],
): Promise<T> {
  const { db, clock, actor } = ctx
  if (!actor) return write(db)
  return db.transaction().execute(async trx => {
    const result = await write(trx)
    for (const entry of entriesOf(result)) await recordAudit({ db: trx, clock, actor }, entry)
    return result
  })
}

export interface RecordedChange {
  readonly id: string
  readonly at: string
  readonly by: string
  readonly action: string
  readonly subject: string
  readonly reason: string | null
  /** Left out where there was none. */
  readonly before?: unknown
  readonly after?: unknown
}

/** What was changed at a partner, newest first. `next`: where the page after this one begins. */
export async function listChanges(
  { db }: Pick<Context, 'db'>,
  filter: {
    readonly partnerId: string
    readonly actions: readonly AuditAction[]
    readonly subject?: string | undefined
    readonly after?: string | undefined
  },
): Promise<{ readonly changes: RecordedChange[]; readonly next: string | null }> {
  const limit = 100
  const rows = await listAuditEntries(db, { ...filter, limit })
  const changes = rows.map(({ id, at, actor, before, after, hasBefore, hasAfter, ...entry }) => ({
    ...entry,
    id: String(id),
    at: at.toISOString(),
    by: actor,
    ...(hasBefore ? { before } : {}),
    ...(hasAfter ? { after } : {}),
  }))
  return { changes, next: rows.length < limit ? null : (changes.at(-1)?.id ?? null) }
}

export interface LastChange {
  readonly at: string
  readonly by: string
  readonly reason: string | null
}

/** Changes are by subject. */
export async function lastChanges(
  { db }: Pick<Context, 'db'>,
  partnerId: string,
  actions: readonly AuditAction[],
): Promise<ReadonlyMap<string, LastChange>> {
  const rows = await lastAuditEntries(db, partnerId, actions)
  return new Map(
    rows.map(({ subject, at, actor, reason }) => [subject, { at: at.toISOString(), by: actor, reason }]),
  )
}

const comparedActions = 20

/** The numbers of what someone did last, for a comparison of two databases. */
export function newestActionsOf(db: Db, actor: string): Promise<number[]> {
  return selectNewestEntries(db, actor, comparedActions)
}

/** An email of staff, the name of a job or operator. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'anonymous':
      return ''
    case 'member':
      return actor.id
    case 'staff':
      return actor.email
    case 'system':
      return actor.name
    case 'partner':
      return `${actor.name} (${actor.id})`
  }
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** When something was done since, the oldest first. */
export const listAuditTimes = (
  { db }: Pick<AuditContext, 'db'>,
  action: AuditAction,
  since: Date,
): Promise<Date[]> => selectAuditTimes(db, action, since)
