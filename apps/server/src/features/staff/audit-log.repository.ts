import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { AuditLogTable } from './staff.tables.ts'

export type AuditRow = Selectable<AuditLogTable>

export interface AuditQuery {
  /** Programs whose entries are listed; null: all entries. */
  readonly partnerIds: readonly string[] | null
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Only entries before this one are listed. */
  readonly after?: number | undefined
  readonly limit: number
}

/** The newest come first. */
export function selectAuditEntries(db: Db, query: AuditQuery): Promise<AuditRow[]> {
  const { partnerIds, actor, action, subject, from, to, after, limit } = query
  return db
    .selectFrom('auditLog')
    .selectAll()
    .$if(partnerIds !== null, rows => rows.where('partnerId', 'in', partnerIds!))
    .$if(Boolean(actor), rows => rows.where('actor', '=', actor!))
    .$if(Boolean(action), rows => rows.where('action', '=', action!))
    .$if(Boolean(subject), rows => rows.where('subject', '=', subject!))
    .$if(from !== undefined, rows => rows.where('at', '>=', from!))
    .$if(to !== undefined, rows => rows.where('at', '<', to!))
    .$if(after !== undefined, rows => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** One look into the index for each, however long the log is. */
export async function selectAuditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive found as (
      (select action from audit_log order by action limit 1)
      union all
      select (select action from audit_log where action > found.action order by action limit 1)
      from found where found.action is not null
    )
    select action from found where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
