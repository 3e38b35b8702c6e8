import { lookUp } from '@dineward/core/shared/look-up.ts'

/** The caller may retry. */
export function isConnectionError(error: unknown): boolean {
  const { code = '', message = '', syscall } = error as { code?: string; message?: string; syscall?: string }
  // These classes are 08: connection, 53: resources, 57P0: shutdown, 57014: timeout, 25006: standby, 40001 and 40P01:
  // serialization.
  if (/^(08|53|57P0|57014|25006|40001|40P01)/.test(code)) return true
  // ENOENT on connect: the socket is not there yet.
  if (networkCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')) return true
  return connectionMessages.test(message)
}

/** This is PostgreSQL's query_canceled: a statement was not done within its time. */
export const tookTooLong = (error: unknown): boolean => Object(error).code === '57014'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** `pg` throws these errors without a code. */
const connectionMessages =
  /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)/

/** Why a connection is refused by what it asks for, and what to do; null: something else failed. */
export function connectionProblem(error: unknown, variable = 'DATABASE_URL'): string | null {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (message === 'The server does not support SSL connections')
    return 'The database takes no encrypted connections, and beyond this machine the product makes no others: turn on ssl there, or set DATABASE_TLS=off where nobody else is on the network between.'
  if (
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF))/.test(
      code,
    )
  )
    return 'The database shows a certificate of an unknown authority: set DATABASE_CA to a file with the certificate of that authority.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The database shows a certificate of another host (${message}): look at the host in ${variable}.`
  if (message.startsWith('unsupported startup parameter'))
    return variable === 'DATABASE_READ_URL'
      ? 'DATABASE_READ_URL leads to a pooler, which takes no settings of a connection: set it to the replica itself.'
      : 'The address leads to a pooler, which takes no settings of a connection: set DATABASE_DIRECT_URL, and DATABASE_OWNER_URL, to the database itself.'
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the database has expired: renew it there.'
  return null
}

/** Which of them it is, in the words of an operator, and what to do. */
export function unreachable(error: unknown, what: string, variable: string): string {
  const refused = connectionProblem(error, variable)
  if (refused) return refused
  const { code } = Object(error) as { code?: string }
  const toDo = {
    '28P01': `Look at the password in ${variable}.`,
    '28000': `Look at the user in ${variable}, and at pg_hba.conf.`,
    '3D000': `Create it (createdb), or look at the name in ${variable}.`,
    '53300': 'Raise max_connections, put a pooler in front, or run fewer processes: each takes up to 10.',
    '42501': `Give the user in ${variable} the right that it lacks.`,
  } satisfies Record<string, string>
  const advice = lookUp(toDo, code ?? '') ?? `Start it, or look at ${variable} and the network between.`
  return `The ${what} does not answer (${reasonOf(error)}). ${advice}`
}

/** The innermost cause says most: a host that is not known, a certificate, a password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { cause, message } = Object(error) as { cause?: unknown; message?: string }
  return cause ? reasonOf(cause) : message || String(error)
}
