import type pg from 'pg'
import { newClient } from './database-hosts.ts'
import { queryTimeoutMs } from './open-database.ts'

/*
 * A pooler in transaction mode gives each transaction another connection of the database, so nothing may be left on one:
 * what needs a connection of its own goes by DATABASE_DIRECT_URL (docs/decisions/099-a-pooler-in-transaction-mode.md).
 */

export interface PooledAddresses {
  readonly databaseUrl: string
  readonly databaseDirectUrl: string | null
}

interface Seen {
  /** A pooler names its own process, and not the database's. */
  readonly isPooled: boolean
  readonly takesTransactions: boolean
  readonly isReadOnly: boolean
  readonly limitMs: number
  /** It is the same for the same database, user and cluster. */
  readonly identity: string
}

/** @returns in a sentence why the product cannot work with these addresses, or null. @throws where one does not answer */
export async function poolerProblem({
  databaseUrl,
  databaseDirectUrl,
}: PooledAddresses): Promise<string | null> {
  const seen = await look(databaseUrl)
  if (!seen.takesTransactions)
    return 'The pooler at DATABASE_URL takes no transactions: set pool_mode = transaction there.'
  if (databaseDirectUrl === null)
    return seen.isPooled
      ? 'DATABASE_URL leads to a pooler, which passes no notifications on and no settings of a connection: set DATABASE_DIRECT_URL to the database itself.'
      : null
  const direct = await look(databaseDirectUrl).catch((error: Error) => error)
  if (direct instanceof Error)
    return `The database at DATABASE_DIRECT_URL does not answer (${direct.message}): start it, or look at that address and the network between.`
  if (direct.isPooled)
    return 'DATABASE_DIRECT_URL leads to a pooler as well: it must be the address of the database itself.'
  if (direct.identity !== seen.identity)
    return `DATABASE_DIRECT_URL leads to ${direct.identity}, and DATABASE_URL to ${seen.identity}: both must be the same database, with the same user.`
  if (direct.isReadOnly)
    return 'DATABASE_DIRECT_URL leads to a standby: it must be the address of the database that takes writes.'
  if (seen.limitMs === 0 || seen.limitMs > queryTimeoutMs)
    return `Behind the pooler a statement that hangs ${seen.limitMs === 0 ? 'never ends' : `ends after ${seen.limitMs / 1_000} s only`}, and keeps its connection: run alter role … set statement_timeout = '${queryTimeoutMs / 1_000}s' for the user in DATABASE_URL, and restart the pooler.`
  return null
}

async function look(address: string): Promise<Seen> {
  const client = newClient(address, { connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number } & Omit<Seen, 'isPooled' | 'takesTransactions'>>(`
      select pg_backend_pid() as pid, current_setting('transaction_read_only') = 'on' as "isReadOnly",
        (select setting::int from pg_settings where name = 'statement_timeout') as "limitMs",
        format('the database "%s" as "%s" of the cluster %s', current_database(), current_user,
          (select system_identifier from pg_control_system())) as identity`)
    const { pid, ...seen } = rows[0]!
    return {
      isPooled: (client as unknown as { processID: number }).processID !== pid,
      takesTransactions: await takesTransactions(client),
      ...seen,
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** In statement mode PgBouncer answers with this code, and ends the connection. */
async function takesTransactions(client: pg.Client): Promise<boolean> {
  try {
    await client.query('begin')
    await client.query('commit')
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === '08P01') return false
    throw error
  }
}
