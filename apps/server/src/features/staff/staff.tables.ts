import type { Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface StaffTables {
  staff: StaffTable
  staffSessions: StaffSessionsTable
}

/** People who run programs. `partnerIds` null: all of them. */
export interface StaffTable {
  id: string
  email: string
  name: string
  passwordHash: string
  partnerIds: string[] | null
  createdAt: Timestamp
}

export interface StaffSessionsTable {
  tokenHash: string
  staffId: string
  expiresAt: Timestamp
}
