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

/** `endsInMs` counts until the end, from the cookie; null means that there is no cookie. */
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

test('a minute left: warns once', () => {
  const { calls } = tab(15 * minute)
  vi.advanceTimersByTime(14 * minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
  vi.advanceTimersByTime(59 * second)
  expect(calls).toEqual(['warn'])
})

test('time over: ends once', () => {
  const { calls, watch } = tab(15 * minute)
  vi.advanceTimersByTime(15 * minute)
  expect(calls).toEqual(['warn', 'end'])
  watch.look()
  vi.advanceTimersByTime(hour)
  expect(calls).toEqual(['warn', 'end'])
})

test('no cookie: lasts 15 minutes from the last check', () => {
  const { calls, watch } = tab(null)
  vi.advanceTimersByTime(10 * minute)
  watch.renewed()
  vi.advanceTimersByTime(14 * minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
})

test('renewed in another tab: no warning', () => {
  const { cookie, calls } = tab(15 * minute)
  vi.advanceTimersByTime(13 * minute)
  cookie.end = Date.now() + 15 * minute
  vi.advanceTimersByTime(13 * minute)
  expect(calls).toEqual([])
})

test('renewed in another tab during the warning: closed within a second', () => {
  const { cookie, calls } = tab(15 * minute)
  vi.advanceTimersByTime(14 * minute + 20 * second)
  cookie.end = Date.now() + 15 * minute
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn', 'renewed'])
  vi.advanceTimersByTime(14 * minute)
  expect(calls).toEqual(['warn', 'renewed', 'warn'])
})

test('device slept past the end: ends on wake', () => {
  const { calls, watch } = tab(15 * minute)
  vi.setSystemTime(Date.now() + 8 * hour)
  watch.look()
  expect(calls).toEqual(['end'])
})

test('clock set back: not ended early; set forward: applied', () => {
  const { calls, watch } = tab(15 * minute)
  vi.setSystemTime(Date.now() - hour)
  watch.look()
  vi.advanceTimersByTime(74 * minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
})

test('session of 90 days: no warning before the last day', () => {
  const { calls } = tab(90 * day)
  vi.advanceTimersByTime(90 * day - minute - second)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(second)
  expect(calls).toEqual(['warn'])
})

test('stopped: no calls', () => {
  const { calls, watch } = tab(15 * minute)
  watch.stop()
  vi.advanceTimersByTime(hour)
  expect(calls).toEqual([])
})

test('stopped during the warning: closes it', () => {
  const { calls, watch } = tab(30 * second)
  watch.stop()
  expect(calls).toEqual(['warn', 'renewed'])
})

describe('session end in the cookie', () => {
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
