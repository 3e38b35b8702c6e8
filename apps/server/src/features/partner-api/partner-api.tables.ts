import type { Timestamp } from '../../db/column-types.ts'

export interface PartnerApiTables {
  apiAnswers: ApiAnswersTable
}

/** What a key's `Idempotency-Key` was answered, for a day. */
export interface ApiAnswersTable {
  partnerId: string
  apiKeyId: string
  idempotencyKey: string
  /** Of call and body. */
  requestDigest: string
  /** Sealed, for an answer may hold a link that signs in. Empty until the call is done, in its own transaction. */
  answer: string
  createdAt: Timestamp
}
