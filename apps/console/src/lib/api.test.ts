import { afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const path = '/api/Console/Insight'

/** Other test files of the worker may still ask for something. @returns how often the figures were asked for */
function answerWith(answer: () => Response): () => number {
  let asked = 0
  vi.stubGlobal('fetch', async (address: unknown) => {
    if (address !== path) return new Response('{}')
    asked++
    return answer()
  })
  return () => asked
}

const later = () => new Response('{"code":"being_counted"}', { status: 202, headers: { 'retry-after': '1' } })

test('figures that take longer than a request -> asked for until they are there', async () => {
  vi.useFakeTimers()
  const answers = [later(), later(), new Response('{"members":1}')]
  const asked = answerWith(() => answers.shift()!)
  const figures = api('GET', path, {})
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await figures).toEqual({ members: 1 })
  expect(asked()).toBe(3)
})

test('the page is left meanwhile -> not asked for again', async () => {
  vi.useFakeTimers()
  const asked = answerWith(later)
  const leaving = new AbortController()
  const figures = api('GET', path, {}, { signal: leaving.signal })
  const ended = expect(figures).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(500)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  await ended
  expect(asked()).toBe(1)
})
