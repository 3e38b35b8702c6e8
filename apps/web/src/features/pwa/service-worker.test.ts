import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker } from './service-worker.ts'

const register = vi.fn(async () => {})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
  const serviceWorker = Object.assign(new EventTarget(), { controller: null, register })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('removeEventListener', () => {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  register.mockClear()
})

test.each([
  ['a page', false, 1],
  ['a page in a frame', true, 0],
])('%s (%s) -> workers registered: %i', (_case, isFramed, workers) => {
  const page: { parent?: unknown } = {}
  page.parent = isFramed ? {} : page
  vi.stubGlobal('window', page)
  const stop = startWorker(() => {})
  vi.runAllTimers()
  expect(register).toHaveBeenCalledTimes(workers)
  stop()
})
