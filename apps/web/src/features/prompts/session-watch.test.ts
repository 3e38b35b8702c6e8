import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SessionWatch, sessionEndOf, watchSession } from './session-watch.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

let watch: SessionWatch
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T18:00:00Z') })
})
afterEach(() => {
  watch?.stop()
  vi.useRealTimers()
})

/** `endsInMs`: until the end, from the cookie; null: no cookie. */
function tab(endsInMs: number | null) {
  const cookie = { end: endsInMs === null ? null : Date.now() + endsInMs }
  const calls: string[] = []
  watch = watchSession({
    now: () => Date.now(),
    readEnd: () => cookie.end,
    defaultMs: 15 * minute,
    onWarn: () => calls.push('warn'),
    onRenewed: () => calls.push('renewed'),
    onEnd: () => calls.push('end'),
  })
  return { cookie, calls, watch }
}

test('warns a minute before the end, and says so once', () => {
  const { calls } = tab(15 * minute)
  vi.advanceTimersByTime(14 * minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
  vi.advanceTimersByTime(59 * second)
  expect(calls).toEqual(['warn'])
})

test('ends when the time is over, once', () => {
  const { calls, watch } = tab(15 * minute)
  vi.advanceTimersByTime(15 * minute)
  expect(calls).toEqual(['warn', 'end'])
  watch.look()
  vi.advanceTimersByTime(hour)
  expect(calls).toEqual(['warn', 'end'])
})

test('without a cookie a session lasts 15 minutes from when it was looked at', () => {
  const { calls, watch } = tab(null)
  vi.advanceTimersByTime(10 * minute)
  watch.renewed()
  vi.advanceTimersByTime(14 * minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
})

test('another tab that renews the session keeps this one quiet', () => {
  const { cookie, calls } = tab(15 * minute)
  vi.advanceTimersByTime(13 * minute)
  cookie.end = Date.now() + 15 * minute
  vi.advanceTimersByTime(13 * minute)
  expect(calls).toEqual([])
})

test('another tab that renews the session while this one warns ends the warning within a second', () => {
  const { cookie, calls } = tab(15 * minute)
  vi.advanceTimersByTime(14 * minute + 20 * second)
  cookie.end = Date.now() + 15 * minute
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn', 'renewed'])
  vi.advanceTimersByTime(14 * minute)
  expect(calls).toEqual(['warn', 'renewed', 'warn'])
})

test('a device that slept through the end knows when it wakes', () => {
  const { calls, watch } = tab(15 * minute)
  vi.setSystemTime(Date.now() + 8 * hour)
  watch.look()
  expect(calls).toEqual(['end'])
})

test('a clock that is set back does not end a session early, and one set forward is believed', () => {
  const { calls, watch } = tab(15 * minute)
  vi.setSystemTime(Date.now() - hour)
  watch.look()
  vi.advanceTimersByTime(74 * minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
})

test('a session of 90 days is quiet until its last day, however long the page stays open', () => {
  const { calls } = tab(90 * day)
  vi.advanceTimersByTime(90 * day - minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
})

test('nobody is calls anything of a watch that was stopped', () => {
  const { calls, watch } = tab(15 * minute)
  watch.stop()
  vi.advanceTimersByTime(hour)
  expect(calls).toEqual([])
})

test('a warning does not outlive its watch', () => {
  const { calls, watch } = tab(30 * second)
  watch.stop()
  expect(calls).toEqual(['warn', 'renewed'])
})

describe('the end of a session is read from', () => {
  const end = '2026-03-10T18:15:00.000Z'
  test.each<[string, string, number | null]>([
    ['its cookie', `dw_session_expires=${encodeURIComponent(end)}`, Date.parse(end)],
    ['its cookie among others', `a=b; dw_session_expires=${end}; c=d`, Date.parse(end)],
    ['the cookie of a secure site', `__Host-dw_session_expires=${end}`, Date.parse(end)],
    ['no cookie', '', null],
    ['no other cookie', `x_dw_session_expires=${end}`, null],
    ['no garbage', 'dw_session_expires=soon', null],
    ['no bad encoding', 'dw_session_expires=%E0%A4%A', null],
  ])('%s', (_case, cookies, expected) => {
    expect(sessionEndOf(cookies)).toBe(expected)
  })
})
