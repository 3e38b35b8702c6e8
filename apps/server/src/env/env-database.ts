import { accessSync, constants } from 'node:fs'
import pg from 'pg'
import { changeHosts, hostsOf } from '../db/database-hosts.ts'
import { readVariables, type Source } from './env-values.ts'
import { variables } from './env-variables.ts'

/** The driver takes these addresses: how a connection is encrypted is written into them. */
export interface DatabaseAddresses {
  readonly databaseUrl: string | null
  /** It is that of the database itself where `databaseUrl` is a pooler's; else null. */
  readonly databaseDirectUrl: string | null
  /** It is that of the user that owns the tables; null says that the user of `databaseUrl` owns them. */
  readonly databaseOwnerUrl: string | null
  /** It is that of a streaming replica; null where there is none. */
  readonly databaseReadUrl: string | null
  readonly databaseReadMaxLagMs: number
  /** Commands use it for addresses that they are given. */
  readonly databaseTls: DatabaseTls
}

export interface DatabaseTls {
  /** Null means encrypted and verified beyond this machine. */
  readonly mode: keyof typeof driverModes | null
  readonly authorityFile: string | null
}

type Names = `DATABASE_${'URL' | 'DIRECT_URL' | 'OWNER_URL' | 'READ_URL' | 'READ_MAX_LAG' | 'TLS' | 'CA'}`
type DatabaseValues = { readonly [Name in Names]?: string | undefined }

/** What the driver calls each: with `require` of libpq, no certificate is verified. */
const driverModes = { 'verify-full': 'verify-full', require: 'no-verify', off: 'disable' } as const

export function readDatabase(values: DatabaseValues, problems: string[]): DatabaseAddresses {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, DATABASE_READ_URL } = values
  const { DATABASE_TLS, DATABASE_CA } = values
  if (DATABASE_CA && !isReadable(DATABASE_CA))
    problems.push(`DATABASE_CA is "${DATABASE_CA}", which cannot be read.`)
  if (DATABASE_OWNER_URL && !DATABASE_URL)
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL, the user that the product itself has.')
  if (DATABASE_DIRECT_URL && !DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the pooler in front of that database.')
  if (DATABASE_READ_URL && !DATABASE_URL)
    problems.push('DATABASE_READ_URL needs DATABASE_URL, the primary that it is a replica of.')
  if (DATABASE_READ_URL && hostsOf(DATABASE_READ_URL).length > 1)
    problems.push(
      'DATABASE_READ_URL names several hosts: name one replica, or an address that leads to several.',
    )
  // The driver reads the file where it parses the address.
  const mode = (DATABASE_TLS as DatabaseTls['mode'] | undefined) ?? null
  const databaseTls = { mode, authorityFile: DATABASE_CA ?? null }
  const addressOf = (given: string | undefined) =>
    given && problems.length === 0 ? withTls(given, databaseTls) : null
  return {
    databaseUrl: addressOf(DATABASE_URL),
    databaseDirectUrl: addressOf(DATABASE_DIRECT_URL),
    databaseOwnerUrl: addressOf(DATABASE_OWNER_URL),
    databaseReadUrl: addressOf(DATABASE_READ_URL),
    databaseReadMaxLagMs: Number(values.DATABASE_READ_MAX_LAG) * 1_000,
    databaseTls,
  }
}

/** It reads for the command that migrates, which reads nothing else. @throws an error that lists what to set. */
export function readMigrationEnv(source: Source): { databaseOwnerUrl: string; runtimeRole: string } {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_TLS, DATABASE_CA } = variables
  const table = { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_TLS, DATABASE_CA }
  const { values, problems } = readVariables({ ...source, APP_ENV: undefined, ROLE: undefined }, table)
  const { databaseUrl, databaseOwnerUrl } = readDatabase(values, problems)
  if (problems.length === 0 && !databaseOwnerUrl)
    problems.push('DATABASE_OWNER_URL must be set: its user owns the tables, and applies migrations.')
  if (problems.length > 0) throw new Error(`The environment is not complete:\n  ${problems.join('\n  ')}`)
  return { databaseOwnerUrl: databaseOwnerUrl!, runtimeRole: new pg.Client(hostsOf(databaseUrl!)[0]).user! }
}

/** Beyond this machine a connection is encrypted and the server's certificate verified, unless DATABASE_TLS says otherwise. */
export function withTls(databaseUrl: string, { mode, authorityFile }: DatabaseTls): string {
  if (mode === null && hostsOf(databaseUrl).every(isOnThisMachine)) return databaseUrl
  return changeHosts(databaseUrl.replaceAll(' ', '%20'), oneHost => {
    const url = new URL(oneHost)
    for (const name of ['ssl', 'sslrootcert', 'uselibpqcompat']) url.searchParams.delete(name)
    url.searchParams.set('sslmode', driverModes[mode ?? 'verify-full'])
    if (authorityFile && mode !== 'off') url.searchParams.set('sslrootcert', authorityFile)
    return url.href
  })
}

/** A socket, or an address that no packet leaves the machine for. */
function isOnThisMachine(oneHost: string): boolean {
  const { host } = new pg.Client(oneHost)
  return host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
