import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface SettlementTables {
  accrualFiles: AccrualFilesTable
  accruals: AccrualsTable
}

export interface AccrualFilesTable {
  partnerId: string
  id: string
  /** Numbers count from 1, without gaps. */
  number: number
  rowCount: number
  totalUnits: number
  createdAt: Timestamp
  /** Null until it was delivered. */
  sentAt: NullableTimestamp
}

export interface AccrualsTable {
  partnerId: string
  fileId: string
  postingId: number
  memberId: string
  /** As it was sent. */
  memberNumber: string | null
  /** These are the posting's units, negative for what is taken back. */
  units: number
  state: 'sent' | 'confirmed' | 'rejected'
  /** This says why the partner rejected it, in its words. */
  partnerCode: string | null
  answeredAt: NullableTimestamp
}
