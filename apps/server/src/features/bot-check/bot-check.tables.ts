import type { Timestamp } from '../../db/column-types.ts'

export interface BotCheckTables {
  usedBotChecks: UsedBotChecksTable
}

export interface UsedBotChecksTable {
  partnerId: string
  answerHash: string
  expiresAt: Timestamp
}
