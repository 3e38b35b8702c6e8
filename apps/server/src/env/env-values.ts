import { readFileSync } from 'node:fs'
import { hostsOf, hostsProblem } from '../db/database-hosts.ts'
import { isLoopback } from '../gateways/outgoing-calls.ts'

/* How variables of the environment are declared, read and checked one by one. */

export interface Variable {
  readonly type: VariableType
  /** It is one sentence of Markdown. */
  readonly meaning: string
  /** Applied where it is not set. */
  readonly default?: string
  /** What applies where it is not set, as the reference says it. */
  readonly fallback?: string
  readonly example?: string
  /** It is required in production. */
  readonly required?: true
  /** May come from the file that `NAME_FILE` names. Only these processes read it, and commands. */
  readonly secret?: readonly Reader[]
  /** Values are separated by commas or lines: all are accepted, the first one signs. */
  readonly several?: true
  /** It is forbidden in production, with the reason. */
  readonly forbidden?: string
  /** Without it, the product reads the variable. */
  readonly reader?: 'card frame' | 'demo' | 'migration' | 'restore'
}

/** `ROLE=all`, as commands are, is all of them but the card frame. */
export type Reader = 'web' | 'worker' | 'card frame' | 'migration' | 'restore'

export type VariableType =
  | 'text'
  | 'port'
  | 'number'
  | 'flag'
  | 'origin'
  | 'service'
  | 'database'
  | 'by partner'
  | 'addresses by partner'
  | 'time'
  | { readonly choice: readonly string[] }
  | { readonly matches: RegExp; readonly must: string }

export type Source = Record<string, string | undefined>

/** A value is absent where a variable is empty and has no default. */
export type Values<Table extends Record<string, Variable>> = {
  readonly [Name in keyof Table]: Table[Name] extends { default: string } ? string : string | undefined
}

/** Problems are sentences, which never contain the value of a secret. */
export function readVariables<Table extends Record<string, Variable>>(
  source: Source,
  table: Table,
): { values: Values<Table>; problems: string[] } {
  const production = source.APP_ENV === 'production'
  const values: Source = {}
  const problems: string[] = []
  for (const [name, variable] of Object.entries(table)) {
    if (!isReadBy(source.ROLE, variable)) continue
    const given = variable.secret ? secretText(source, name, variable, problems) : source[name]
    if (given) {
      const problem =
        production && variable.forbidden ? variable.forbidden : problemOf(given, variable, production)
      if (problem) problems.push(`${name} ${problem}.`)
    } else if (production && variable.required && !variable.reader)
      problems.push(`${name} must be set when APP_ENV is production.`)
    const value = given || variable.default
    if (value) values[name] = value
  }
  return { values: values as Values<Table>, problems }
}

/** A process whose role has no use for a secret ignores it, and does not miss it. */
export function isReadBy(role: string | undefined, { secret }: Pick<Variable, 'secret'>): boolean {
  return !secret || (role !== 'web' && role !== 'worker') || secret.includes(role)
}

/** It is the text of the variable, or of the file that `NAME_FILE` names; lines of a file are as good as commas. */
function secretText(
  source: Source,
  name: string,
  variable: Variable,
  problems: string[],
): string | undefined {
  const file = source[`${name}_FILE`]
  if (!file) return source[name]
  if (source[name]) problems.push(`${name} and ${name}_FILE cannot both be set.`)
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text === '') problems.push(`${name}_FILE is "${file}", which is empty.`)
    return variable.several || variable.type === 'by partner' ? text.split(/\s*[\r\n]+\s*/).join(',') : text
  } catch (error) {
    problems.push(
      `${name}_FILE is "${file}", which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
    return undefined
  }
}

/** @returns what follows the name in a sentence, or null. */
function problemOf(text: string, { type, example }: Variable, production: boolean): string | null {
  if (typeof type === 'object') {
    if ('matches' in type) return type.matches.test(text) ? null : `must ${type.must}`
    return type.choice.includes(text) ? null : `is "${text}"; it must be one of ${type.choice.join(', ')}`
  }
  switch (type) {
    case 'port':
      return isPort(text) ? null : `is "${text}"; it must be a port number`
    case 'number':
      return /^\d+(\.\d+)?$/.test(text) ? null : `is "${text}"; it must be a number`
    case 'origin':
      return isWebOrigin(text, production)
        ? null
        : `is "${text}"; it must be an address such as https://dining.example.com`
    case 'service':
      return isServiceUrl(text, production)
        ? null
        : `must be an https address without a query${example ? `, such as ${example}` : ''}${production ? '' : '; http is for this machine only'}`
    case 'database':
      return databaseProblem(text)
    case 'by partner':
      return listsPartners.test(text)
        ? null
        : 'must list partners and their values, such as "skyward=abc,harbor=def"'
    case 'addresses by partner':
      return listsPartners.test(text) &&
        [...byPartner(text).values()].every(url => isServiceUrl(url, production))
        ? null
        : `must list partners and their ${production ? 'https ' : ''}addresses, such as "skyward=https://login.example.com"`
    case 'time':
      return Number.isNaN(Date.parse(text)) ? `must be an ISO time such as ${example}` : null
    case 'flag':
      return /^(0|1|true|false)$/.test(text) ? null : `is "${text}"; it must be 1 or 0`
    case 'text':
      return null
  }
}

function isPort(text: string): boolean {
  const port = Number(text)
  return Number.isInteger(port) && port >= 0 && port <= 65_535
}

/** An origin has a scheme and a host, without a path. */
function isWebOrigin(text: string, production: boolean): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    (production ? /^https:$/ : /^https?:$/).test(url.protocol) &&
    url.pathname === '/' &&
    url.search + url.hash === ''
  )
}

/** A raw `#`, `/` or `?` in a password ends the host, and leaves the rest of the password in the path. */
function databaseProblem(text: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(text))
    return 'must be an address such as postgres://user:password@host/dineward'
  const address = text.replaceAll(' ', '%20')
  const problem = hostsProblem(address)
  if (problem) return problem
  const isReadable = hostsOf(address).every(oneHost => {
    const url = URL.parse(oneHost)
    return url !== null && url.hash === '' && !url.pathname.includes('@') && !/%(?![\da-f]{2})/i.test(text)
  })
  return isReadable
    ? null
    : 'cannot be read: write the special characters of its user and password in percent-encoding, such as %23 for #, %2F for /, %3F for ? and %25 for %'
}

/** Secrets are sent there: https, or http on this machine outside production. */
function isServiceUrl(text: string, production: boolean): boolean {
  const url = URL.parse(text)
  if (url === null || url.search + url.hash + url.username !== '') return false
  return url.protocol === 'https:' || (!production && url.protocol === 'http:' && isLoopback(url.hostname))
}

export const isSet = (text: string | undefined): boolean => text === '1' || text === 'true'

/** The variable holds several. */
export const listOf = (text = ''): string[] => (text === '' ? [] : text.split(',').map(part => part.trim()))

export const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** It is written `skyward=abc,harbor=def`. */
const listsPartners = /^\s*[\w-]+=[^\s,]+(\s*,\s*[\w-]+=[^\s,]+)*\s*$/

export function byPartner(text = ''): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').flatMap(pair => {
      const [, slug, secret] = /^\s*([\w-]+)=(\S+)\s*$/.exec(pair) ?? []
      return slug && secret ? [[slug, secret] as const] : []
    }),
  )
}
