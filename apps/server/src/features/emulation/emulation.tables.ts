import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface EmulationTables {
  emulatedSessions: EmulatedSessionsTable
}

/** Staff who look at a member's pages. Apart from `sessions`: nothing of the member's own changes by it. */
export interface EmulatedSessionsTable {
  partnerId: string
  id: string
  memberId: string
  /** The staff member's id. */
  emulatedBy: string
  reason: string
  /** This console session started it; the emulation ends with it. */
  sessionHash: string
  /** Null once it was used. */
  ticketHash: string | null
  ticketExpiresAt: Timestamp
  tokenHash: string | null
  expiresAt: Timestamp
  createdAt: Timestamp
  endedAt: NullableTimestamp
}
