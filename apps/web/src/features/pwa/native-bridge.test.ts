import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NativeWindow } from '../../lib/browser/native-window.ts'
import { isInNativeApp, setNativeUser } from './native-bridge.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const bridge = {}

describe('native app detection', () => {
  test.each<[string, NativeWindow, boolean]>([
    ['Android bridge: native app', { JSBridge: bridge }, true],
    ['iOS bridge: native app', { webkit: { messageHandlers: { JSBridge: bridge } } }, true],
    ['another iOS handler: not a native app', { webkit: { messageHandlers: {} } }, false],
    ['browser: not a native app', {}, false],
  ])('%s', (_, page, expected) => {
    expect(isInNativeApp(page, null)).toBe(expected)
  })

  test('token in the user agent: native app', () => {
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

describe('user of the native shell', () => {
  test.each([
    ['median', 'login', [['login', 'abc']], [['logout']]],
    ['median', 'both', [['login', 'abc']], [['logout']]],
    ['median', 'externalUserId', [['set', { externalId: 'abc' }]], [['remove']]],
    ['gonative', 'login', [['login', 'abc']], [['logout']]],
    ['gonative', 'externalUserId', [['set', { externalId: 'abc' }]], [['remove']]],
  ] as const)('%s with %s: signed in and out', async (namespace, generation, named, forgotten) => {
    const calls: unknown[] = []
    const page = shell(namespace, generation, calls)
    setNativeUser(page, 'abc')
    await Promise.resolve()
    expect(calls.splice(0)).toEqual(named)
    setNativeUser(page, null)
    await Promise.resolve()
    expect(calls).toEqual(forgotten)
  })

  test('both namespaces: called once', async () => {
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
    ['rejects', () => Promise.reject(new Error('no bridge'))],
  ])('shell %s: logged only', async (_, login) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => setNativeUser({ median: { onesignal: { login } } }, 'abc')).not.toThrow()
    await new Promise(resolve => setTimeout(resolve))
    expect(log).toHaveBeenCalledOnce()
  })

  test('browser: no effect', () => {
    expect(() => setNativeUser({}, 'abc')).not.toThrow()
    expect(() => setNativeUser({ median: {} }, null)).not.toThrow()
  })
})
