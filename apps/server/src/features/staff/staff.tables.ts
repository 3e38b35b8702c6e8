import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface StaffTables {
  staff: StaffTable
  staffInvitations: StaffInvitationsTable
  staffPermissionUses: StaffPermissionUsesTable
  staffRoles: StaffRolesTable
  staffSessions: StaffSessionsTable
  auditLog: AuditLogTable
}

export interface StaffTable {
  id: string
  email: string
  name: string
  /** Null: they sign in at the provider of single sign-on alone. */
  passwordHash: string | null
  createdAt: Timestamp
  /** Null means that the account may sign in. */
  deactivatedAt: NullableTimestamp
  /** Until then the person of a password that a command printed may choose another one. Null means that they have. */
  printedPasswordUntil: NullableTimestamp
  lastSignedInAt: NullableTimestamp
  /** It signs in by password where passwords are off. */
  isBreakGlass: Generated<boolean>
}

/** `partnerId` '*' means all programs. */
export interface StaffRolesTable {
  partnerId: string
  staffId: string
  role: string
  /** The group at the provider that gave it; null where a person or a command did. */
  groupName: ColumnType<string | null, string | null | undefined, string | null>
}

export interface StaffPermissionUsesTable {
  staffId: string
  permission: string
  lastUsedAt: Timestamp
}

/** The table has only hashes; one chooses the first password, once. */
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

/** The log is append-only. `partnerId` null means all partners. */
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
