import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { AuditLogTable } from './staff.tables.ts'

export async function insertAuditEntry(db: Db, entry: Insertable<AuditLogTable>): Promise<void> {
  await db.insertInto('auditLog').values(entry).execute()
}

export interface AuditFilter {
  readonly partnerId: string
  readonly actions: readonly string[]
  readonly subject?: string | undefined
  /** Only entries before this one are listed. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The newest come first. */
export function listAuditEntries(db: Db, filter: AuditFilter) {
  const { partnerId, actions, subject, after, limit } = filter
  return db
    .selectFrom('auditLog')
    .select(['id', 'at', 'actor', 'action', 'subject', 'before', 'after', 'reason'])
    .select(sql<boolean>`before is not null`.as('hasBefore'))
    .select(sql<boolean>`after is not null`.as('hasAfter'))
    .where('partnerId', '=', partnerId)
    .where('action', 'in', [...actions])
    .$if(subject !== undefined, query => query.where('subject', '=', subject!))
    .$if(after !== undefined, query => query.where('id', '<', Number(after)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The oldest come first. */
export async function selectAuditTimes(db: Db, action: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('auditLog')
    .select('at')
    .where('action', '=', action)
    .where('at', '>', since)
    .orderBy('id')
    .execute()
  return rows.map(({ at }) => at)
}

/** Several, since one with a lower number may commit later. */
export async function selectNewestEntries(db: Db, actor: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('auditLog')
    .select('id')
    .where('actor', '=', actor)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** It is the last entry of each subject. */
export function lastAuditEntries(db: Db, partnerId: string, actions: readonly string[]) {
  return db
    .selectFrom('auditLog')
    .distinctOn('subject')
    .select(['subject', 'at', 'actor', 'reason'])
    .where('partnerId', '=', partnerId)
    .where('action', 'in', [...actions])
    .orderBy('subject')
    .orderBy('id', 'desc')
    .execute()
}
