import pg from 'pg'
import { isConnectionError } from './connection-error.ts'

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

export interface Host {
  /** It has the host and its port. */
  readonly name: string
  readonly takesWrites: boolean
  /** Null where it did not answer. */
  readonly clock: number | null
  readonly error: unknown
}

/** Ask one host whether it takes writes. */
export async function askHost(oneHost: string): Promise<Host> {
  const client = new pg.Client({
    connectionString: oneHost,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  const name = `${client.host}:${client.port}`
  try {
    await client.connect()
    const { rows } = await client.query<{ takesWrites: boolean; clock: number }>(`
      select current_setting('transaction_read_only') = 'off' as "takesWrites",
        (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`)
    return { name, ...rows[0]!, error: null }
  } catch (error) {
    return { name, takesWrites: false, clock: null, error }
  } finally {
    // A server that stands still does not close the connection, and all that connect wait for this answer.
    client.end().catch(() => {})
  }
}

/** None of several hosts takes writes now. */
export class NoPrimaryError extends Error {
  /** It is that of a connection that failed, which the caller may retry. */
  readonly code = '08006'

  constructor(hosts: readonly Host[]) {
    const list = hosts.map(({ name, error }) => {
      const { code, message } = Object(error) as { code?: string; message?: string }
      return error ? `${name} does not answer (${code ?? message})` : `${name} is a standby or read-only`
    })
    const advice = hosts.some(({ error }) => !error)
      ? ' Promote one of them, or name the primary in DATABASE_URL.'
      : ''
    super(`No host of the database takes writes: ${list.join(', ')}.${advice}`)
  }
}

function clientOfPrimary(hosts: readonly string[]): typeof pg.Client {
  let last = hosts[0]!
  let finding: Promise<pg.Client> | null = null

  /** The last one is asked first; a crowd of connections asks once. */
  async function find(): Promise<pg.Client> {
    const others: Host[] = []
    for (const address of [last, ...hosts.filter(other => other !== last)]) {
      const host = await askHost(address)
      if (host.takesWrites) {
        last = address
        return new pg.Client(address)
      }
      others.push(host)
    }
    // A wrong password does not mend itself.
    const lasting = others.find(({ error }) => error && !isConnectionError(error))
    throw lasting ? lasting.error : new NoPrimaryError(others)
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
