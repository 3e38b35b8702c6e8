import type { ColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface PasskeysTables {
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
}

export interface PasskeysTable {
  partnerId: string
  /** The credential's id, in base64url. */
  id: string
  memberId: string
  publicKey: Buffer
  /** It counts signatures; it is 0 where the passkey counts none. */
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  createdAt: Timestamp
  lastUsedAt: NullableTimestamp
}

/** The table has only hashes. `memberId` is null in a challenge to sign in. */
export interface PasskeyChallengesTable {
  partnerId: string
  challengeHash: string
  browserHash: string
  memberId: string | null
  expiresAt: Timestamp
}
