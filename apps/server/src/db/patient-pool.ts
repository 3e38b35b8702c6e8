import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** The same pool, for what no visitor waits for: it waits longer until a busy connection is free. */
export function patient(pool: pg.Pool, atMostMs: number): PostgresPool {
  const connect = (): Promise<pg.PoolClient> => {
    const { options } = pool
    if (pool.totalCount < options.max) return pool.connect()
    const usual = options.connectionTimeoutMillis
    // The pool reads it in this call, and not later.
    options.connectionTimeoutMillis = atMostMs
    const connecting = pool.connect()
    options.connectionTimeoutMillis = usual
    return connecting
  }
  return { options: pool.options, end: () => pool.end(), connect }
}
