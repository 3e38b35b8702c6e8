/** The caller may retry. */
export function isConnectionError(error: unknown): boolean {
  const { code = '', message = '', syscall } = error as { code?: string; message?: string; syscall?: string }
  // 08: connection, 53: resources, 57P0: shutdown, 57014: timeout, 25006: standby, 40001 and 40P01: serialization.
  if (/^(08|53|57P0|57014|25006|40001|40P01)/.test(code)) return true
  // ENOENT on connect: the socket is not there yet.
  if (networkCodes.has(code) || (code === 'ENOENT' && syscall === 'connect')) return true
  return connectionMessages.test(message)
}

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

/** Errors of `pg` without a code. */
const connectionMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/
