import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Each stays in the memory of every connection; further texts are planned each time. */
const maxStatements = 300
/** PostgreSQL's feature_not_supported, here "cached plan must not change result type". */
const changedResult = '0A000'

/**
 * In a transaction a statement is planned once a connection, too: most of what a short one takes would be its plan. Its
 * rows are found by their keys, also in a table that was empty when it was planned.
 */
const beginPlanned = 'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off'

type Prepare = (text: string) => string | null

/**
 * The same pool, for few statements that run very often: each is parsed and planned once a connection. A column of a
 * partial index must be compared with a literal there, since a plan for any parameter cannot use the index.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  let migrations = 0
  const prepare: Prepare = text => {
    if (!names.has(text) && names.size < maxStatements)
      names.set(text, createHash('sha256').update(`${migrations}${text}`).digest('base64url'))
    return names.get(text) ?? null
  }
  /** A migration by a newer process changed what `select *` returns: the next attempt prepares again. */
  const forget = () => {
    names.clear()
    migrations += 1
  }
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client, prepare, forget)
      clients.set(client, known)
      return known
    },
  }
}

function preparingClient(client: pg.PoolClient, prepare: Prepare, forget: () => void): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (text === 'begin') return ((await client.query(beginPlanned)) as unknown as pg.QueryResult[])[0]!
    const name = values.length > 0 ? prepare(text) : null
    if (name === null) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      if ((error as { code?: unknown }).code === changedResult) forget()
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: destroy => client.release(destroy),
  }
}
