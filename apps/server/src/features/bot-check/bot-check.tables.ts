import type { Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface BotCheckTables {
  usedBotChecks: UsedBotChecksTable
}

/** Answers of the bot check that were used: each counts once. */
export interface UsedBotChecksTable {
  partnerId: string
  answerHash: string
  expiresAt: Timestamp
}
