import pg from 'pg'
import { isConnectionError } from './connection-error.ts'
import { isReadOnlyError, writeAccessQuery } from './write-access.ts'

/*
 * An address may name several hosts of one database, as libpq writes them:
 * postgres://user@one:5432,two:5432/dineward?target_session_attrs=read-write. The driver takes one host, so a connection
 * first finds the host that takes writes (docs/decisions/100-a-lost-primary.md).
 */

const probeTimeoutMs = 3_000
const targetName = 'target_session_attrs'
/** The others may lead to a standby. */
const writableTargets = ['read-write', 'primary']

/** A pool takes both. */
export interface Clients {
  readonly connectionString: string
  readonly Client: typeof pg.Client
}

export function clientsOf(address: string): Clients {
  const { hosts, target } = readHosts(address)
  const [connectionString] = hosts
  if (hosts.length === 1 && target === null) return { connectionString: connectionString!, Client: pg.Client }
  return { connectionString: connectionString!, Client: clientOfPrimary(hosts) }
}

export function newClient(address: string, options: pg.ClientConfig = {}): pg.Client {
  const { connectionString, Client } = clientsOf(address)
  return new Client({ ...options, connectionString })
}

/** An address for each of its hosts. */
export const hostsOf = (address: string): string[] => readHosts(address).hosts

/** The same address, where each host gets the same change of what follows it. */
export function changeHosts(address: string, change: (oneHost: string) => string): string {
  const { start, list, rest } = split(address)
  const changed = change(`${start}${list[0]}${rest}`)
  return `${start}${list.join(',')}${split(changed).rest}`
}

/** @returns what follows the name of the variable in a sentence, or null. */
export function hostsProblem(address: string): string | null {
  const example = 'postgres://user:password@one:5432,two:5432/dineward'
  const { list, rest } = split(address)
  if (list.length > 1 && list.some(host => /^(:|$)/.test(host)))
    return `names an empty host: write its hosts as in ${example}`
  if (/[?&](host|port)=[^&]*,/.test(rest))
    return `names several hosts after host=: write them as in ${example}`
  const { target } = readHosts(address)
  return target === null || writableTargets.includes(target)
    ? null
    : `has ${targetName}=${target}, but the product writes: set it to read-write, or leave it out`
}

/** What a host says when it is asked whether it takes writes; null: it does. */
export async function refusalOf(oneHost: string): Promise<unknown> {
  const client = new pg.Client({
    connectionString: oneHost,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(writeAccessQuery)
    return rows[0]!.isReadOnly ? Object.assign(new Error('it takes no writes'), { code: '25006' }) : null
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

function clientOfPrimary(hosts: readonly string[]): typeof pg.Client {
  let last = hosts[0]!
  let finding: Promise<pg.Client> | null = null

  /** The last one is asked first; a crowd of connections asks once. */
  async function find(): Promise<pg.Client> {
    const refusals: Refusal[] = []
    for (const host of [last, ...hosts.filter(other => other !== last)]) {
      const error = await refusalOf(host)
      const named = new pg.Client(host)
      if (error === null) {
        last = host
        return named
      }
      refusals.push({ host: `${named.host}:${named.port}`, error })
    }
    throw noPrimary(refusals)
  }

  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#connect()
      if (!callback) return connecting
      const tell = callback as (error: unknown, client?: unknown) => void
      connecting.then(() => tell(null, this), tell)
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      finding ??= find().finally(() => {
        finding = null
      })
      const { host, port } = await finding
      Object.assign(this, { host, port })
      return super.connect()
    }
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

interface Refusal {
  readonly host: string
  readonly error: unknown
}

/** A wrong password does not mend itself, so it is thrown as it is; all else may pass. */
function noPrimary(refusals: readonly Refusal[]): unknown {
  const lasting = refusals.find(({ error }) => !isConnectionError(error))
  if (lasting) return lasting.error
  const list = refusals.map(({ host, error }) => {
    const { code, message } = error as { code?: string; message: string }
    return isReadOnlyError(error)
      ? `${host} is a standby or read-only`
      : `${host} does not answer (${code ?? message})`
  })
  const { error } = refusals.find(one => isReadOnlyError(one.error)) ?? refusals[0]!
  const { code } = error as { code?: string }
  return Object.assign(new Error(`No host of the database takes writes: ${list.join(', ')}.`), {
    code: code ?? '08006',
  })
}

interface Split {
  /** It has the scheme, the user and the password. */
  readonly start: string
  readonly list: readonly string[]
  readonly rest: string
}

function split(address: string): Split {
  const [, start = address, hosts = '', rest = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? []
  return { start, list: hosts.split(','), rest }
}

function readHosts(address: string): { hosts: string[]; target: string | null } {
  const { start, list, rest } = split(address)
  const [, target = null] = new RegExp(`[?&]${targetName}=([^&#]*)`).exec(rest) ?? []
  // The driver would take it for a setting of its own.
  const others = rest.replace(new RegExp(`(?<=[?&])${targetName}=[^&#]*&?`), '').replace(/[?&]$/, '')
  return { hosts: list.map(host => `${start}${host}${others}`), target }
}
