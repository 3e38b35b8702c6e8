import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OneSignal } from '../../lib/browser/native-window.ts'
import { allowInApp, appSubscriptionId, findMessaging, hasOtherOwner } from './app-subscription.ts'

const id = '1DD608F2-C6A1-11E3-851D-000C2940E62C'
const known = id.toLowerCase()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Time passes until it is settled. */
async function settled<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => {})
  while (!isDone) await vi.advanceTimersByTimeAsync(250)
  return work
}

test.each<[string, object, string | null]>([
  ['allowed', { subscription: { id, optedIn: true } }, known],
  ['not allowed', { subscription: { id, optedIn: false } }, null],
  ['older shell, allowed', { oneSignalUserId: id, oneSignalSubscribed: true }, known],
  ['older shell, not allowed', { oneSignalUserId: id, oneSignalSubscribed: false }, null],
  ['no id yet', { subscription: { optedIn: true } }, null],
  ['nothing', {}, null],
])('the app’s subscription: %s -> %j', async (_, info, expected) => {
  expect(await settled(appSubscriptionId({ info: async () => info }))).toBe(expected)
  expect(await settled(appSubscriptionId({ onesignalInfo: async () => info }))).toBe(expected)
})

test('a bridge that never answers, or cannot say -> none', async () => {
  expect(await settled(appSubscriptionId({ info: () => new Promise(() => {}) }))).toBeNull()
  expect(await settled(appSubscriptionId({}))).toBeNull()
})

test('the bridge comes after the page -> found; a shell without messaging -> none', async () => {
  const service: OneSignal = { register() {} }
  const page: { median?: { onesignal: OneSignal } } = {}
  const found = findMessaging(page)
  setTimeout(() => (page.median = { onesignal: service }), 1_000)
  expect(await settled(found)).toBe(service)
  expect(await settled(findMessaging({ gonative: { onesignal: service } }))).toBe(service)
  expect(await settled(findMessaging({ median: { onesignal: {} } }))).toBeNull()
})

test('allowed when asked -> the id, which comes later, and whose it is; refused -> null', async () => {
  const shell = (answer: boolean): OneSignal => {
    const state = { optedIn: false }
    return {
      register: () => void setTimeout(() => (state.optedIn = answer), 2_000),
      info: async () => ({ subscription: { id, ...state } }),
    }
  }
  expect(await settled(allowInApp(shell(false), 'member-a'))).toBeNull()
  expect(hasOtherOwner('member-b')).toBe(false)
  expect(await settled(allowInApp(shell(true), 'member-a'))).toBe(known)
  expect([hasOtherOwner('member-a'), hasOtherOwner('member-b')]).toEqual([false, true])
})
