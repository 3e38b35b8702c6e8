import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface IdentityTables {
  sessions: SessionsTable
  memberDevices: MemberDevicesTable
  signInFailures: SignInFailuresTable
}

export interface SessionsTable {
  tokenHash: string
  partnerId: string
  memberId: string
  remembered: boolean
  createdAt: Timestamp
  lastSeenAt: Timestamp
  expiresAt: Timestamp
}

export interface MemberDevicesTable {
  partnerId: string
  memberId: string
  tokenHash: string
  lastUsedAt: Timestamp
  /** Wrong passwords since the last right one: too many, and the device is a stranger again. */
  failedSignIns: Generated<number>
}

/** Wrong passwords of late, for members and for names that nobody has: both are locked alike, so a lock tells nothing. */
export interface SignInFailuresTable {
  partnerId: string
  /** A member's id, or a hash of the name that was tried. */
  account: string
  failedAt: Date[]
  lockedUntil: NullableTimestamp
  updatedAt: Timestamp
}
