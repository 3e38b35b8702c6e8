import { expect, test } from 'vitest'
import { isPushEndpoint } from './push-endpoint.rules.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/QGx?a=b', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user:password@push.example/abc', false],
  ['https://localhost/abc', false],
  ['https://push.localhost/abc', false],
  ['https://printer.local/abc', false],
  ['https://metadata.google.internal/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://2130706433/abc', false],
  ['https://0x7f.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://[::ffff:10.0.0.1]/abc', false],
  ['javascript:alert(1)', false],
  ['push', false],
])('%s -> push endpoint: %s', (address, expected) => {
  expect(isPushEndpoint(address)).toBe(expected)
})
