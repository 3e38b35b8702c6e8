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

/**
 * It asks for one program after the other, always in one order. What locks rows, or asks something for each row of a list,
 * names one program, and so runs whole on that program's machine (docs/decisions/103). @returns all that `ask` answers
 */
export async function forEachProgram<R extends { readonly partnerId: string }, T>(
  rows: readonly R[],
  ask: (partnerId: string, ofProgram: readonly R[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const programs = [...Map.groupBy(rows, row => row.partnerId)].sort(([a], [b]) => (a < b ? -1 : 1))
  const answers: T[] = []
  for (const [partnerId, ofProgram] of programs) answers.push(...(await ask(partnerId, ofProgram)))
  return answers
}

/** It does the same where `ask` answers each row, in their order. @returns the answers in the order of `rows` */
export async function forRowsOfPrograms<R extends { readonly partnerId: string }, T>(
  rows: readonly R[],
  ask: (partnerId: string, ofProgram: readonly R[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const answers = await forEachProgram(rows, async (partnerId, ofProgram) =>
    (await ask(partnerId, ofProgram)).map((answer, index) => [ofProgram[index]!, answer] as const),
  )
  const answerOf = new Map(answers)
  return rows.map(row => answerOf.get(row)!)
}

/** It makes a table of what `rowsOf` selects of each program, by that program's own index. */
export function fromEachProgram(
  slugs: readonly string[],
  rowsOf: (slug: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sides = slugs.map(slug => sql`(${rowsOf(slug)})`)
  // There is no program without a name.
  return sql`(${sides.length > 0 ? sql.join(sides, sql` union all `) : rowsOf('')})`
}

/** The condition that a row is of one of these programs; the console reads of several at once. */
export function ofPrograms(column: string, slugs: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${slugs}::text[])`
}
