import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './lib/api/query-client.ts'
import { readQueries, writeQueries } from './page-state.ts'

beforeEach(() => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

test('query of the document, not used for an hour -> still there for the part that is hydrated then', () => {
  const queryClient = createQueryClient()
  const updatedAt = Date.now()
  writeQueries(queryClient, [[['content', 'overview'], { title: 'Make it bigger' }, updatedAt]])
  queryClient.setQueryData(['search', 'later'], [])
  vi.advanceTimersByTime(3_600_000)
  expect(readQueries(queryClient, { withTimes: true })).toEqual([
    [['content', 'overview'], { title: 'Make it bigger' }, updatedAt],
  ])
})
