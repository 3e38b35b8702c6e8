import type { Db } from '../../db/open-database.ts'
import {
  type AuditQuery,
  type AuditRow,
  selectAuditActions,
  selectAuditEntries,
} from './audit-log.repository.ts'

export type { AuditRow }

/** The newest come first. */
export function listAuditEntries(db: Db, query: AuditQuery): Promise<AuditRow[]> {
  return selectAuditEntries(db, query)
}

export function listAuditActions(db: Db): Promise<string[]> {
  return selectAuditActions(db)
}
