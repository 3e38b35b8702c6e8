import { expect, test } from 'vitest'
import { onceAMinute } from './once-a-minute.ts'

test('the same cause from many workers -> said at once, then once a minute; another one at once', () => {
  const said: string[] = []
  let now = 0
  const report = onceAMinute(
    error => said.push(error.message),
    () => now,
  )
  const fail = (at: number, message: string) => {
    now = at
    report(new Error(message))
  }
  fail(0, 'connection refused (Queue: work-inbox, Worker: a)')
  fail(500, 'connection refused (Queue: send-mails, Worker: b)')
  fail(900, 'read-only (Queue: send-mails, Worker: b)')
  fail(59_999, 'connection refused (Queue: work-inbox, Worker: a)')
  fail(60_000, 'connection refused')
  expect(said).toEqual([
    'connection refused (Queue: work-inbox, Worker: a)',
    'read-only (Queue: send-mails, Worker: b)',
    'connection refused',
  ])
})
