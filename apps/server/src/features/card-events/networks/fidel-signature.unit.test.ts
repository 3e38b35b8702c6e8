import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { fidel, signFidel } from './fidel.network.ts'

const secret = 'whsec_test_0001'
const url = 'https://dining.example.test/hooks/fidel'
const timestamp = '1767225600000'
const body =
  '{"id":"7fdfd5d8-9589-402f-8477-4a727ad239a2","auth":true,"cleared":false,"amount":42.5,"currency":"USD"}'
const signature = 'BvaroiNTNRCekOgcthRCC+fK3ndmNMv1eesbidqs06Y='
const now = new Date(Number(timestamp))

interface Changes {
  secrets?: string[]
  urls?: string[]
  timestamp?: unknown
  signature?: unknown
  body?: string
  now?: Date[]
}
function isSigned({ secrets = [secret], body: sent = body, ...changes }: Changes = {}): boolean {
  const { urls = [url], now: clocks = [now], ...headers } = changes
  return fidel.isSigned(secrets, {
    urls,
    now: clocks,
    headers: headersOf({ timestamp, signature, ...headers }),
    body: Buffer.from(sent),
  })
}
const headersOf = (given: { timestamp: unknown; signature: unknown }) =>
  ({ 'x-fidel-timestamp': given.timestamp, 'x-fidel-signature': given.signature }) as IncomingHttpHeaders
const minutesLater = (count: number) => new Date(now.getTime() + count * 60_000)

describe('the signature of a network event (edge case 22)', () => {
  test('is that of the published vector', () => {
    expect(signFidel(secret, { url, timestamp, body })).toBe(signature)
    expect(isSigned()).toBe(true)
  })

  test('covers text beyond ASCII byte for byte', () => {
    const unicode = '{"brand":{"name":"Crêperie 🥐"}}'
    expect(isSigned({ body: unicode, signature: signFidel(secret, { url, timestamp, body: unicode }) })).toBe(
      true,
    )
  })

  test.each([
    ['exactly five minutes old', minutesLater(5), true],
    ['older', new Date(minutesLater(5).getTime() + 1), false],
    ['five minutes from the future', minutesLater(-5), true],
    ['from further in the future', new Date(minutesLater(-5).getTime() - 1), false],
  ])('of a timestamp %s', (_, at, accepted) => {
    expect(isSigned({ now: [at] })).toBe(accepted)
  })

  test('is fresh by any of the clocks that a sender may go by', () => {
    expect(isSigned({ now: [minutesLater(60 * 24 * 365), now] })).toBe(true)
    expect(isSigned({ now: [minutesLater(60 * 24 * 365), minutesLater(6)] })).toBe(false)
    expect(isSigned({ now: [] })).toBe(false)
  })

  test.each<[string, Changes]>([
    ['another key', { secrets: ['whsec_test_0002'] }],
    ['no key at all', { secrets: [] }],
    ['another address', { urls: ['https://dining.example.test/hooks/other'] }],
    ['an altered amount', { body: body.replace('42.5', '425') }],
    [
      'reordered fields',
      { body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())) },
    ],
    ['a trailing newline', { body: `${body}\n` }],
    ['another timestamp', { timestamp: '1767225600001' }],
    ['a timestamp that is no number', { timestamp: 'now' }],
    ['no timestamp', { timestamp: undefined }],
    ['two timestamps', { timestamp: [timestamp, timestamp] }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a shorter signature', { signature: signature.slice(0, -4) }],
    ['one letter changed', { signature: `C${signature.slice(1)}` }],
    ['the inner pass only', { signature: 'uVd0Q3kSVkS7p1Cm0V3lq9yZk7m1mXnGqv3oQ0h0b0E=' }],
  ])('does not match with %s', (_, changes) => {
    expect(isSigned(changes)).toBe(false)
  })

  test('matches any of the keys and addresses while they are rotated', () => {
    expect(
      isSigned({ secrets: ['whsec_new', secret], urls: ['http://localhost:3000/hooks/fidel', url] }),
    ).toBe(true)
  })
})
