import { afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const later = () => new Response('{"code":"being_counted"}', { status: 202, headers: { 'retry-after': '1' } })

test('figures that take longer than a request -> asked for until they are there', async () => {
  vi.useFakeTimers()
  const answers = [later(), later(), new Response('{"members":1}')]
  const asked = vi.fn(async () => answers.shift()!)
  vi.stubGlobal('fetch', asked)
  const figures = api('GET', '/api/Console/Insight', {})
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await figures).toEqual({ members: 1 })
  expect(asked).toHaveBeenCalledTimes(3)
})

test('the page is left meanwhile -> not asked for again', async () => {
  vi.useFakeTimers()
  const asked = vi.fn(async () => later())
  vi.stubGlobal('fetch', asked)
  const leaving = new AbortController()
  const figures = api('GET', '/api/Console/Insight', {}, { signal: leaving.signal })
  const ended = expect(figures).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(500)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  await ended
  expect(asked).toHaveBeenCalledTimes(1)
})
