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
  const told: string[] = []
  watch = watchSession({
    now: () => Date.now(),
    readEnd: () => cookie.end,
    defaultMs: 15 * minute,
    onWarn: () => told.push('warn'),
    onRenewed: () => told.push('renewed'),
    onEnd: () => told.push('end'),
  })
  return { cookie, told, watch }
}

test('warns a minute before the end, and says so once', () => {
  const { told } = tab(15 * minute)
  vi.advanceTimersByTime(14 * minute - second)
  expect(told).toEqual([])
  vi.advanceTimersByTime(second)
  expect(told).toEqual(['warn'])
  vi.advanceTimersByTime(59 * second)
  expect(told).toEqual(['warn'])
})

test('ends when the time is over, once', () => {
  const { told, watch } = tab(15 * minute)
  vi.advanceTimersByTime(15 * minute)
  expect(told).toEqual(['warn', 'end'])
  watch.look()
  vi.advanceTimersByTime(hour)
  expect(told).toEqual(['warn', 'end'])
})

test('without a cookie a session lasts 15 minutes from when it was looked at', () => {
  const { told, watch } = tab(null)
  vi.advanceTimersByTime(10 * minute)
  watch.renewed()
  vi.advanceTimersByTime(14 * minute - second)
  expect(told).toEqual([])
  vi.advanceTimersByTime(second)
  expect(told).toEqual(['warn'])
})

test('another tab that renews the session keeps this one quiet', () => {
  const { cookie, told } = tab(15 * minute)
  vi.advanceTimersByTime(13 * minute)
  cookie.end = Date.now() + 15 * minute
  vi.advanceTimersByTime(13 * minute)
  expect(told).toEqual([])
})

test('another tab that renews the session while this one warns ends the warning within a second', () => {
  const { cookie, told } = tab(15 * minute)
  vi.advanceTimersByTime(14 * minute + 20 * second)
  cookie.end = Date.now() + 15 * minute
  vi.advanceTimersByTime(second)
  expect(told).toEqual(['warn', 'renewed'])
  vi.advanceTimersByTime(14 * minute)
  expect(told).toEqual(['warn', 'renewed', 'warn'])
})

test('a device that slept through the end knows when it wakes', () => {
  const { told, watch } = tab(15 * minute)
  vi.setSystemTime(Date.now() + 8 * hour)
  watch.look()
  expect(told).toEqual(['end'])
})

test('a clock that is set back does not end a session early, and one set forward is believed', () => {
  const { told, watch } = tab(15 * minute)
  vi.setSystemTime(Date.now() - hour)
  watch.look()
  vi.advanceTimersByTime(74 * minute - second)
  expect(told).toEqual([])
  vi.advanceTimersByTime(second)
  expect(told).toEqual(['warn'])
})

test('a session of 90 days is quiet until its last day, however long the page stays open', () => {
  const { told } = tab(90 * day)
  vi.advanceTimersByTime(90 * day - minute - second)
  expect(told).toEqual([])
  vi.advanceTimersByTime(second)
  expect(told).toEqual(['warn'])
})

test('nobody is told anything of a watch that was stopped', () => {
  const { told, watch } = tab(15 * minute)
  watch.stop()
  vi.advanceTimersByTime(hour)
  expect(told).toEqual([])
})

test('a warning does not outlive its watch', () => {
  const { told, watch } = tab(30 * second)
  watch.stop()
  expect(told).toEqual(['warn', 'renewed'])
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
