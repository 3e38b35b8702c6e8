import type { LedgerAccountName, PostingKind } from '@dineward/core/ledger/postings.ts'
import type { PostingCause } from '@dineward/core/rewards/posting-cause.ts'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface LedgerTables {
  ledgerPostings: LedgerPostingsTable
  ledgerEntries: LedgerEntriesTable
  ledgerAllocations: LedgerAllocationsTable
  memberBalances: MemberBalancesTable
  rewardTotals: RewardTotalsTable
  rewardTotalsUntil: { untilId: number }
}

export interface LedgerPostingsTable {
  id: Generated<number>
  partnerId: string
  idempotencyKey: string
  inputHash: string
  kind: PostingKind
  /** A dine's id, or a component's: corrections carry the same one. */
  correlationId: string
  /** Only a posting about a dine or one of its components has it. */
  dineId: ColumnType<string | null, string | null | undefined, never>
  reasonCode: string
  /** What the reason is about, where the code does not say it. */
  cause: ColumnType<PostingCause | null, string | null | undefined, never>
  postedAt: Timestamp
  /** When it counts: later than it was posted where that month was closed, else null. */
  accountedAt: NullableTimestamp
  /** The one of the two that holds. */
  countsAt: ColumnType<Date, never, never>
}

export interface LedgerEntriesTable {
  postingId: number
  partnerId: string
  account: LedgerAccountName
  memberId: string | null
  /** In the partner's unit; the entries of a posting sum to zero. */
  units: number
  /** It is that of the posting, whose entries are in the partition of its month. */
  countsAt: Timestamp
}

/** Units of a debit that were taken from an earning. */
export interface LedgerAllocationsTable {
  id: Generated<number>
  partnerId: string
  memberId: string
  debitId: number
  earningId: number
  units: number
  createdAt: Timestamp
  /** The debit was returned. */
  freedAt: NullableTimestamp
}

/** A trigger on entries writes it. A member without entries has none. */
export interface MemberBalancesTable {
  partnerId: string
  memberId: string
  /** The account is `member_rewards`; it is below zero after a refund of what was paid out. */
  units: number
  /** Reserved for payouts without a final answer. */
  inFlightUnits: number
  /** Each posting makes another version. */
  version: number
  /** When the latest of its postings counts. */
  changedAt: Timestamp
}

/** The totals are those of the accounts `program_rewards` and `partner_rewards`, by quarter of an hour. */
export interface RewardTotalsTable {
  partnerId: string
  accountedAt: Timestamp
  kind: LedgerPostingsTable['kind']
  units: number
}
