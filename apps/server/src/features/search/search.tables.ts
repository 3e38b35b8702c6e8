import type { Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface SearchTables {
  merchantChanges: MerchantChangesTable
  savedSearches: SavedSearchesTable
}

/** Only triggers write them (001-schema.sql). */
export interface MerchantChangesTable {
  /** Null means any restaurant. */
  merchantId: string | null
  /** Only its book has changed. */
  isOfBook: Generated<boolean>
  /** This is the transaction that changed it (xid8). */
  version: Generated<string>
  changedAt: Generated<Date>
}

export interface SavedSearchesTable {
  partnerId: string
  id: string
  memberId: string
  name: string
  /** It is that of the search page's address. */
  query: string
  savedAt: Timestamp
}
