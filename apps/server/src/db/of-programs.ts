import { type RawBuilder, sql } from 'kysely'

/** The condition that a row is of one of these programs; the console reads of several at once. */
export function ofPrograms(column: string, slugs: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${slugs}::text[])`
}
