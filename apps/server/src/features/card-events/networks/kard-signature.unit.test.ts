import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { kard, signKard } from './kard.network.ts'

const secret = 'kard_test_0001'
const body = '{"data":{"id":"e-1","type":"transaction","attributes":{"status":"SETTLED","amount":4250}}}'
const signature = '+nlT8w/WonAXF87sgBdygugxUufaEmiQVeVBJMisdWo='

const headersOf = (changes: { signature?: unknown }) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      name === 'signature' ? [['notify-signature', value]] : [],
    ),
  ) as IncomingHttpHeaders
const isSigned = (changes: { secrets?: string[]; signature?: unknown; body?: string } = {}) =>
  kard.isSigned(changes.secrets ?? [secret], {
    headers: { 'notify-signature': signature, ...headersOf(changes) },
    body: Buffer.from(changes.body ?? body),
    urls: [],
    now: [],
  })

describe('a signature of Kard', () => {
  test('vector: made by another program', () => {
    expect(signKard(secret, body)).toBe(signature)
    expect(isSigned()).toBe(true)
  })

  test('unicode is signed as the bytes that are sent', () => {
    const unicode = '{"name":"Café 東京"}'
    expect(isSigned({ body: unicode, signature: signKard(secret, unicode) })).toBe(true)
  })

  test('during rotation: the new and the old key', () => {
    expect(isSigned({ secrets: ['kard_new', secret] })).toBe(true)
    expect(isSigned({ secrets: [secret, 'kard_old'] })).toBe(true)
  })

  test.each([
    ['another key', { secrets: ['kard_wrong'] }],
    ['no key at all', { secrets: [] }],
    ['an altered body', { body: body.replace('4250', '4251') }],
    ['reordered keys', { body: '{"data":{"type":"transaction","id":"e-1"}}' }],
    ['a newline at the end', { body: `${body}\n` }],
    ['no body', { body: '' }],
    ['no header', { signature: undefined }],
    ['an empty header', { signature: '' }],
    ['a header twice', { signature: [signature, signature] }],
    ['a header that is cut', { signature: signature.slice(0, -1) }],
    ['the signature in hex', { signature: Buffer.from(signature, 'base64').toString('hex') }],
  ])('%s -> refused', (_, changes) => {
    expect(isSigned(changes)).toBe(false)
  })
})
