import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Env } from './env.ts'
import { isConnectionError } from './http/errors.ts'
import { apiHeaders } from './http/security-headers.ts'

const retryMs = 1_000

/**
 * A server and its database may start in any order: until the database answers, `/healthz` says that this process
 * runs, and everything else is 503. @throws where waiting does not help, such as for a wrong password.
 */
export async function waitForDatabase(
  env: Pick<Env, 'databaseUrl' | 'host' | 'port' | 'production'>,
): Promise<void> {
  if (!env.databaseUrl) return
  const reason = await unreachable(env.databaseUrl)
  if (reason === null) return
  console.error(`The database is not reachable (${reason}): waiting for it.`)
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
  while ((await unreachable(env.databaseUrl)) !== null)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  console.error('The database answers.')
}

/** @returns why, or null. */
async function unreachable(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    if (!isConnectionError(error)) throw error
    const { code, message } = error as { code?: string; message: string }
    return code ?? message
  } finally {
    await client.end().catch(() => {})
  }
}
