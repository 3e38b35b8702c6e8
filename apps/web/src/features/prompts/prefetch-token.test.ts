import { csrfFallbackToken } from '@dineward/core/identity/csrf-fallback.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAntiForgeryToken } from '../../lib/api/anti-forgery-token.ts'
import { prefetchToken } from './prefetch-token.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails until the nth call. */
function answeringFrom(nth: number) {
  const fetchToken = vi.fn(async () => {
    if (fetchToken.mock.calls.length < nth) throw new Error('offline')
    return 't1'
  })
  const token = createAntiForgeryToken(fetchToken)
  const onFallback = vi.fn()
  token.onFallback = onFallback
  return { token, fetchToken, onFallback }
}

test('first response: cached, no further requests', async () => {
  const { token, fetchToken } = answeringFrom(1)
  prefetchToken(token)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await token.current()).toBe('t1')
  expect(fetchToken).toHaveBeenCalledTimes(1)
})

test('failures: five retries within 35 seconds', async () => {
  const { token, fetchToken } = answeringFrom(6)
  prefetchToken(token)
  await vi.advanceTimersByTimeAsync(34_000)
  expect(fetchToken).toHaveBeenCalledTimes(6)
  expect(await token.current()).toBe('t1')
})

test('all retries fail: placeholder after 35 seconds, reported at once and for each write', async () => {
  const { token, fetchToken, onFallback } = answeringFrom(Number.POSITIVE_INFINITY)
  prefetchToken(token)
  await vi.advanceTimersByTimeAsync(34_999)
  await expect(token.current()).rejects.toThrow('offline')
  expect(onFallback).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onFallback.mock.calls).toEqual([[csrfFallbackToken]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchToken).toHaveBeenCalledTimes(7)
  await expect(token.current()).rejects.toThrow('offline')
  expect(onFallback).toHaveBeenCalledTimes(2)
})

test('page left: no more requests', async () => {
  const { token, fetchToken } = answeringFrom(Number.POSITIVE_INFINITY)
  const stop = prefetchToken(token)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchToken).toHaveBeenCalledTimes(1)
})
