import type { ApiScope } from '@dineward/core/partner-api/api-scopes.ts'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ApiKeysTables {
  apiKeys: ApiKeysTable
}

export interface ApiKeysTable {
  partnerId: string
  id: string
  name: string
  /** SHA-256 of 256 random bits: there is nothing to guess. */
  secretHash: string
  isTest: boolean
  scopes: ApiScope[]
  /** Addresses and ranges; empty: any. */
  addresses: string[]
  /** What it gives a day without a person, where that is less than the rule of the program. */
  dailyRewards: number | null
  createdAt: Timestamp
  createdBy: string
  expiresAt: NullableTimestamp
  revokedAt: NullableTimestamp
  lastUsedAt: NullableTimestamp
  lastUsedFrom: string | null
}
