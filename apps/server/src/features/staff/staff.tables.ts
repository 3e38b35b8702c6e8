import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface StaffTables {
  staff: StaffTable
  staffInvitations: StaffInvitationsTable
  staffRoles: StaffRolesTable
  staffSessions: StaffSessionsTable
  auditLog: AuditLogTable
}

export interface StaffTable {
  id: string
  email: string
  name: string
  passwordHash: string
  createdAt: Timestamp
  /** Null: may sign in. */
  deactivatedAt: NullableTimestamp
  /** Of a password that a command printed: until then its person may choose another one. Null: they have. */
  printedPasswordUntil: NullableTimestamp
}

/** `partnerId` '*': in all programs. */
export interface StaffRolesTable {
  partnerId: string
  staffId: string
  role: string
}

/** Hashes only; to choose the first password, once. */
export interface StaffInvitationsTable {
  tokenHash: string
  staffId: string
  expiresAt: Timestamp
}

export interface StaffSessionsTable {
  tokenHash: string
  staffId: string
  expiresAt: Timestamp
}

type NullableJson = ColumnType<unknown, string | null, never>

/** Append-only. `partnerId` null: of all partners. */
export interface AuditLogTable {
  id: Generated<number>
  at: Timestamp
  partnerId: string | null
  actorKind: string
  actor: string
  action: string
  subject: string
  before: NullableJson
  after: NullableJson
  reason: string | null
  /** Marks of the network and the session that it came from; null where there was none. */
  client: string | null
  session: string | null
}
