import type { Generated } from 'kysely'

/** Written by this feature only. */
export interface SearchTables {
  merchantSearchSheets: MerchantSearchSheetsTable
  merchantSearchTerms: MerchantSearchTermsTable
  merchantSearchCuisines: MerchantSearchCuisinesTable
  merchantSearchTimezones: MerchantSearchTimezonesTable
  merchantSearch: MerchantSearchTable
  merchantSearchGone: MerchantSearchGoneTable
}

/** Where each partner's restaurants are on the plane of `pt`. */
export interface MerchantSearchSheetsTable {
  partnerId: string
  sheet: Generated<number>
}

/** Folded words of names, cuisines and neighborhoods. */
export interface MerchantSearchTermsTable {
  id: Generated<number>
  term: string
  version: Generated<string>
}

/** Sets of cuisines, each once, sorted. */
export interface MerchantSearchCuisinesTable {
  id: Generated<number>
  cuisines: string[]
}

/** Time zones of restaurants, each once. */
export interface MerchantSearchTimezonesTable {
  id: Generated<number>
  timezone: string
}

/** A restaurant in a partner's program. Written by the database's own triggers, by nothing else. */
export interface MerchantSearchTable {
  partnerId: string
  merchantId: string
  /** `(longitude + 1000 * sheet, Web-Mercator degrees)`. */
  pt: string
  /** The place on a sphere of radius 1: straight distances between such places compare alike everywhere. */
  ux: number
  uy: number
  uz: number
  latitude: number
  longitude: number
  /** Time zone, set of cuisines, rating and a bit for each fact (`search-facts.ts`). */
  facts: number
  joinedOn: string
  leftOn: string | null
  timezone: string
  campaignCodes: string[]
  /** The folded name. */
  sortName: string
  /** Ascending. */
  termIds: number[]
  /** The transaction that wrote it (xid8). */
  version: string
}

/** What was taken out within the last hour; both null: everything. */
export interface MerchantSearchGoneTable {
  partnerId: string | null
  merchantId: string | null
  version: Generated<string>
  goneAt: Generated<Date>
}
