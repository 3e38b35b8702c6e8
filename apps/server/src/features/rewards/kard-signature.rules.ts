import { createHmac } from 'node:crypto'
import { equalsAny } from '../../constant-time.ts'

/** `base64(HMAC-SHA256(secret, body))`, of the bytes as sent. */
export const signKard = (secret: string, body: Buffer | string): string =>
  createHmac('sha256', secret).update(body).digest('base64')

/** Verify a signature against every secret (several during rotation), in constant time. */
export function isSignedByKard(secrets: readonly string[], signature: unknown, body: Buffer): boolean {
  if (typeof signature !== 'string') return false
  const expected = secrets.map(secret => signKard(secret, body))
  return equalsAny(signature, expected)
}
