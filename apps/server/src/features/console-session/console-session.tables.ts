import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ConsoleSessionTables {
  consoleSessions: ConsoleSessionsTable
  staffAuthenticators: StaffAuthenticatorsTable
  staffIdentities: StaffIdentitiesTable
  staffPasskeyChallenges: StaffPasskeyChallengesTable
  staffPasskeys: StaffPasskeysTable
  staffRecoveryCodes: StaffRecoveryCodesTable
  staffSsoAttempts: StaffSsoAttemptsTable
}

export interface ConsoleSessionsTable {
  tokenHash: string
  staffId: string
  startedAt: Timestamp
  lastUsedAt: Timestamp
  expiresAt: Timestamp
  endsAt: Timestamp
  provenAt: NullableTimestamp
  browser: string | null
  system: string | null
}

/** Secrets are sealed (`secrets/seal.ts`). */
export interface StaffAuthenticatorsTable {
  staffId: string
  secret: string | null
  confirmedAt: NullableTimestamp
  /** Steps are of 30 seconds since 1970. */
  lastStep: Generated<number>
  pendingSecret: string | null
  pendingUntil: NullableTimestamp
}

export interface StaffRecoveryCodesTable {
  staffId: string
  codeHash: string
}

export interface StaffPasskeysTable {
  /** The credential's id, in base64url. */
  id: string
  staffId: string
  publicKey: Buffer
  /** It counts signatures; it is 0 where the passkey counts none. */
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  createdAt: Timestamp
  lastUsedAt: NullableTimestamp
}

/** The table has only hashes. `staffId` is null in a challenge to sign in. */
export interface StaffPasskeyChallengesTable {
  challengeHash: string
  browserHash: string
  staffId: string | null
  expiresAt: Timestamp
}

export interface StaffIdentitiesTable {
  issuer: string
  subject: string
  staffId: string
  linkedAt: Timestamp
}

export interface StaffSsoAttemptsTable {
  stateHash: string
  browserHash: string
  nonce: string
  codeVerifier: string
  maxAgeSeconds: number | null
  returnTo: string
  /** The session whose person proves who they are; null signs in. */
  sessionHash: string | null
  expiresAt: Timestamp
}
