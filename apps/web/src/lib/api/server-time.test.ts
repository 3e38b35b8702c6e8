import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-time.ts'

const machine = Date.parse('2026-03-10T18:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: machine }))
afterEach(() => void vi.useRealTimers())

test.each<[string, string | null, number]>([
  ['a clock that is ten minutes fast', 'Tue, 10 Mar 2026 17:50:00 GMT', -600_000],
  ['a clock that is an hour slow', 'Tue, 10 Mar 2026 19:00:00 GMT', 3_600_000],
  ['a second on the way', 'Tue, 10 Mar 2026 17:59:59 GMT', 0],
])('%s: corrected by the Date header', (_case, header, difference) => {
  noteServerTime(header)
  expect(serverNow()).toBe(machine + difference)
})

test.each([null, '', 'soon'])('Date header %j: ignored', header => {
  noteServerTime('Tue, 10 Mar 2026 19:00:00 GMT')
  noteServerTime(header)
  expect(serverNow()).toBe(machine + 3_600_000)
})
