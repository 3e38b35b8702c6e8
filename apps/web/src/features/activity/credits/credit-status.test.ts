import { expect, test } from 'vitest'
import { creditStatus } from './credit-status.ts'

test.each([
  ['Pending', 'Pending', 'waiting'],
  ['Pending_received', 'Deferred', 'waiting'],
  ['Completed', 'Completed', 'paid'],
  ['Rejected', 'Rejected', 'nothing'],
  ['Error', 'Error', 'waiting'],
])('statement credit, redemption status %s (shell §3.3) -> %s', (given, status, look) => {
  expect(creditStatus(given)).toEqual({ status, look })
})
