import type { Generated } from 'kysely'

/** Only triggers write them (001-schema.sql). */
export interface SearchTables {
  merchantChanges: MerchantChangesTable
}

export interface MerchantChangesTable {
  /** Null means any restaurant. */
  merchantId: string | null
  /** This is the transaction that changed it (xid8). */
  version: Generated<string>
  changedAt: Generated<Date>
}
