import DataLoader from 'dataloader'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open-database.ts'

/** One result for each key, in the order of the keys. */
type Load<K, R> = (db: Db, keys: readonly K[]) => Promise<readonly R[]>

type Loaders = Map<unknown, DataLoader<unknown, unknown>>

const loadersOf = new WeakMap<Db, Loaders>()

/**
 * Calls of tasks that share a transaction and wait for the same `load` become one statement. When it fails, all of them
 * fail, and the transaction with them.
 */
export function inOneStatement<K, R>(db: Db, load: Load<K, R>, key: K): Promise<R> {
  const loaders: Loaders = loadersOf.get(db) ?? new Map()
  loadersOf.set(db, loaders)
  const loader =
    loaders.get(load) ??
    new DataLoader<unknown, unknown>(keys => load(db, keys as readonly K[]), { cache: false })
  loaders.set(load, loader)
  return loader.load(key) as Promise<R>
}

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

/** `rows` of several keys; `n` is the place of a row's key. */
export function byKey<K, T extends { readonly n: number }>(
  keys: readonly K[],
  rows: readonly T[],
): Omit<T, 'n'>[][] {
  const groups: Omit<T, 'n'>[][] = keys.map(() => [])
  for (const { n, ...row } of rows) groups[n - 1]!.push(row)
  return groups
}
