import { type RawBuilder, sql } from 'kysely'

/** A worker looks at so many of the oldest rows: as many others may hold theirs. */
export const oldestRows = 50

/**
 * Take a row of the first program where `take` finds one that is not locked. Rows are locked in one program at a time,
 * since each may be on a machine of its own (docs/decisions/103).
 */
export async function takeOfPrograms<T>(
  oldest: readonly { readonly partnerId: string }[],
  take: (partnerId: string) => Promise<T | undefined>,
): Promise<T | null> {
  for (const partnerId of new Set(oldest.map(row => row.partnerId))) {
    const taken = await take(partnerId)
    if (taken) return taken
  }
  return null
}

/** The condition that a row is of one of these programs; the console reads of several at once. */
export function ofPrograms(column: string, slugs: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${slugs}::text[])`
}
