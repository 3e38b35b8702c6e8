/** The narrow table that searches read, and the words that restaurants are found by (migration 004). */
export type SearchTables = Record<never, never>
