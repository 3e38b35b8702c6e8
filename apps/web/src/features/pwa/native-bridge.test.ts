import { afterEach, describe, expect, test, vi } from 'vitest'
import { isInNativeApp, type NativeWindow, setNativeUser } from './native-bridge.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const bridge = {}

describe('the native app is known', () => {
  test.each<[string, NativeWindow, boolean]>([
    ["by Android's bridge", { JSBridge: bridge }, true],
    ["by iOS's bridge", { webkit: { messageHandlers: { JSBridge: bridge } } }, true],
    ['not by another handler of iOS', { webkit: { messageHandlers: {} } }, false],
    ['not in a browser', {}, false],
  ])('%s', (_, page, expected) => {
    expect(isInNativeApp(page, null)).toBe(expected)
  })

  test('by the token in the user agent', () => {
    expect(isInNativeApp({}, { version: '4.2.0', platform: 'ios' })).toBe(true)
  })
})

/** A native shell that records its calls. */
function shell(
  namespace: 'median' | 'gonative',
  generation: 'login' | 'externalUserId' | 'both',
  calls: unknown[],
) {
  const write =
    (name: string) =>
    (...given: unknown[]) =>
      void calls.push([name, ...given])
  const onesignal = {
    ...(generation === 'externalUserId' ? {} : { login: write('login'), logout: write('logout') }),
    ...(generation === 'login' ? {} : { externalUserId: { set: write('set'), remove: write('remove') } }),
  }
  return { [namespace]: { onesignal } } as NativeWindow
}

describe('the shell is told who is here', () => {
  test.each([
    ['median', 'login', [['login', 'abc']], [['logout']]],
    ['median', 'both', [['login', 'abc']], [['logout']]],
    ['median', 'externalUserId', [['set', { externalId: 'abc' }]], [['remove']]],
    ['gonative', 'login', [['login', 'abc']], [['logout']]],
    ['gonative', 'externalUserId', [['set', { externalId: 'abc' }]], [['remove']]],
  ] as const)('through %s with %s', async (namespace, generation, named, forgotten) => {
    const calls: unknown[] = []
    const page = shell(namespace, generation, calls)
    setNativeUser(page, 'abc')
    await Promise.resolve()
    expect(calls.splice(0)).toEqual(named)
    setNativeUser(page, null)
    await Promise.resolve()
    expect(calls).toEqual(forgotten)
  })

  test('once, where both names are there', async () => {
    const calls: unknown[] = []
    setNativeUser(
      { ...shell('median', 'externalUserId', calls), ...shell('gonative', 'login', calls) },
      'abc',
    )
    await Promise.resolve()
    expect(calls).toEqual([['set', { externalId: 'abc' }]])
  })

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no bridge')
      },
    ],
    ['refuses later', () => Promise.reject(new Error('no bridge'))],
  ])('and when it %s only the console hears of it', async (_, login) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => setNativeUser({ median: { onesignal: { login } } }, 'abc')).not.toThrow()
    await new Promise(resolve => setTimeout(resolve))
    expect(log).toHaveBeenCalledOnce()
  })

  test('or nothing happens, in a browser', () => {
    expect(() => setNativeUser({}, 'abc')).not.toThrow()
    expect(() => setNativeUser({ median: {} }, null)).not.toThrow()
  })
})
