import type { Generated } from 'kysely'

/** Written by triggers only (001-schema.sql). */
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
