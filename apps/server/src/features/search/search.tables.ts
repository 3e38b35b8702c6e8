import type { Generated } from 'kysely'

/** Written by triggers only (001-schema.sql). */
export interface SearchTables {
  merchantSearchOffsets: MerchantSearchOffsetsTable
  merchantSearchTerms: MerchantSearchTermsTable
  merchantSearchCuisines: MerchantSearchCuisinesTable
  merchantSearchTimezones: MerchantSearchTimezonesTable
  merchantSearch: MerchantSearchTable
  merchantSearchTombstones: MerchantSearchTombstonesTable
}

/** A partner's x coordinates are shifted by 1,000 degrees times `id`. */
export interface MerchantSearchOffsetsTable {
  partnerId: string
  id: Generated<number>
}

export interface MerchantSearchTermsTable {
  id: Generated<number>
  term: string
  version: Generated<string>
}

export interface MerchantSearchCuisinesTable {
  id: Generated<number>
  cuisines: string[]
}

export interface MerchantSearchTimezonesTable {
  id: Generated<number>
  timezone: string
}

export interface MerchantSearchTable {
  partnerId: string
  merchantId: string
  /** `(longitude + 1000 * offset id, Web Mercator degrees)`. */
  pt: string
  /** Unit vector of the place (`sphere.rules.ts`). */
  ux: number
  uy: number
  uz: number
  latitude: number
  longitude: number
  /** Layout: `search-flags.rules.ts`. */
  flags: number
  joinedOn: string
  leftOn: string | null
  timezone: string
  campaignCodes: string[]
  sortName: string
  termIds: number[]
  /** The transaction that wrote the row (xid8). */
  version: string
}

/** Rows deleted within the last hour; both columns null after a truncate. */
export interface MerchantSearchTombstonesTable {
  partnerId: string | null
  merchantId: string | null
  version: Generated<string>
  deletedAt: Generated<Date>
}
