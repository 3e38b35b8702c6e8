import type { Generated } from 'kysely'

/** Written by triggers only (migration 104). */
export interface SearchTables {
  merchantChanges: MerchantChangesTable
}

export interface MerchantChangesTable {
  /** Null: any restaurant. */
  merchantId: string | null
  /** The transaction that changed it (xid8). */
  version: Generated<string>
  changedAt: Generated<Date>
}
