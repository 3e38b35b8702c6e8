import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '../db/connection-error.ts'
import { NoPrimaryError, newClient } from '../db/database-hosts.ts'
import { refuseForeignDatabase } from '../db/foreign-database.ts'
import { type PooledAddresses, poolerProblem } from '../db/pooler.ts'
import { missingRights, readOnlyAdvice, type WriteAccess, writeAccessQuery } from '../db/write-access.ts'
import type { Env } from '../env/env.ts'
import { apiHeaders } from '../http/security-headers.ts'

const retryMs = 1_000

/**
 * A server and its database may start in any order: until the database answers and takes writes (a standby becomes the
 * primary), `/healthz` says that this process runs, and everything else is 503. @throws where waiting does not help, such
 * as for a wrong password.
 */
export async function waitForDatabase(
  env: Pick<Env, 'databaseUrl' | 'host' | 'port' | 'production'> & Partial<Pick<Env, 'databaseDirectUrl'>>,
): Promise<void> {
  if (!env.databaseUrl) return
  const { databaseUrl, databaseDirectUrl = null } = env
  const addresses = { databaseUrl, databaseDirectUrl }
  const reason = await unavailableReason(addresses)
  if (reason === null) return
  console.error(`${reason}\nWaiting for it.`)
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz'
    const headers = { ...apiHeaders(env.production), connection: 'close', 'retry-after': '5' }
    const body = isAlive ? { status: 'ok' } : { status: 'starting', code: 'unavailable' }
    // Unread bytes would reset the connection before a proxy has read the answer.
    request
      .resume()
      .once('end', () => response.writeHead(isAlive ? 200 : 503, headers).end(JSON.stringify(body)))
  })
  server.listen(env.port, env.host)
  await once(server, 'listening')
  do await sleep(retryMs)
  while ((await unavailableReason(addresses)) !== null)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  console.error('The database answers, and takes writes.')
}

/** @returns why, or null. */
async function unavailableReason(addresses: PooledAddresses): Promise<string | null> {
  const { databaseUrl, databaseDirectUrl } = addresses
  try {
    for (const address of [databaseUrl, ...(databaseDirectUrl ? [databaseDirectUrl] : [])]) {
      const reason = await readOnlyReason(address)
      if (reason) return reason
    }
    const problem = await poolerProblem(addresses)
    if (problem) throw new Error(problem)
    return null
  } catch (error) {
    if (!isConnectionError(error)) throw error
    const { code, message } = error as { code?: string; message: string }
    if (error instanceof NoPrimaryError) return message
    // A pooler gives all that it refuses this code.
    return `The database is not reachable (${code === '08P01' ? message : (code ?? message)}).`
  }
}

/** @throws where another database or user is needed. */
async function readOnlyReason(address: string): Promise<string | null> {
  const client = newClient(address, { connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<WriteAccess>(writeAccessQuery)
    const [access] = rows
    if (access!.isReadOnly) return readOnlyAdvice
    await refuseForeignDatabase(client)
    const rights = missingRights(access!)
    if (rights) throw new Error(rights)
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
