import type { Timestamp } from '../../db/column-types.ts'

export interface PicksTables {
  hiddenPicks: HiddenPicksTable
}

/** The member does not want these restaurants to be picked. */
export interface HiddenPicksTable {
  partnerId: string
  memberId: string
  merchantId: string
  hiddenAt: Timestamp
}
