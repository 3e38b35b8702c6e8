import { createHmac } from 'node:crypto'
import { equalsAny } from '../../secrets/constant-time.ts'

/** `base64(HMAC-SHA1(token, url + each parameter's name and value, sorted by name))` (twilio.com/docs/usage/webhooks/webhooks-security). */
export function signTwilio(authToken: string, url: string, params: URLSearchParams): string {
  const pairs = [...params].sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
  const text = url + pairs.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(text).digest('base64')
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The signature is verified against every token (several during rotation) and address. */
export function isSignedByTwilio(
  authTokens: readonly string[],
  { urls, params, signature }: { urls: readonly string[]; params: URLSearchParams; signature: unknown },
): boolean {
  if (typeof signature !== 'string') return false
  const expected = authTokens.flatMap(token => urls.map(url => signTwilio(token, url, params)))
  return equalsAny(signature, expected)
}
