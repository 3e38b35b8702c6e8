import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { attemptAfter, firstAttempt } from './action.ts'

const offline = new ApiError(0, { code: 'unavailable', message: 'offline' })
const conflict = new ApiError(409, { code: 'changed_meanwhile', message: 'changed' })

test('a call whose answer is lost -> sent again with the same key', () => {
  const first = firstAttempt()
  expect(attemptAfter(offline, attemptAfter(offline, first))).toEqual(first)
})

test('someone else was first -> the next attempt knows it, also after another error', () => {
  const first = firstAttempt()
  const second = attemptAfter(conflict, first)
  expect(second).toEqual({ ...first, isAfterConflict: true })
  expect(attemptAfter(offline, second)).toEqual(second)
})

test('another change -> another key, without the conflict of the one before', () => {
  const next = firstAttempt()
  expect(next.isAfterConflict).toBe(false)
  expect(next.idempotencyKey).not.toBe(firstAttempt().idempotencyKey)
})
