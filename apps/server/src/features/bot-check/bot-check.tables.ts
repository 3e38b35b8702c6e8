import type { Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface BotCheckTables {
  usedBotChecks: UsedBotChecksTable
}

/** Used answers: each counts once. */
export interface UsedBotChecksTable {
  partnerId: string
  answerHash: string
  expiresAt: Timestamp
}
