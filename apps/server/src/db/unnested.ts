import { type RawBuilder, sql } from 'kysely'

/** Rows as an array for each column, so that a statement has the same text however many rows there are. */
export function unnested<R extends object>(
  rows: readonly R[],
  types: { readonly [C in keyof R & string]?: string },
): { columns: RawBuilder<unknown>; source: RawBuilder<unknown> } {
  const names = Object.keys(types) as (keyof R & string)[]
  const arrays = names.map(name => sql`${rows.map(row => row[name])}::${sql.raw(types[name]!)}[]`)
  return {
    columns: sql.join(names.map(name => sql.ref(name))),
    source: sql`unnest(${sql.join(arrays)})`,
  }
}

/** The `rows` are of several keys; `n` is the place of a row's key. */
export function byKey<K, T extends { readonly n: number }>(
  keys: readonly K[],
  rows: readonly T[],
): Omit<T, 'n'>[][] {
  const groups: Omit<T, 'n'>[][] = keys.map(() => [])
  for (const { n, ...row } of rows) groups[n - 1]!.push(row)
  return groups
}
