import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './stored.ts'

afterEach(() => void vi.unstubAllGlobals())

test('written value: read back', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  writeStored('written', 'yes')
  expect(stored.get('written')).toBe('yes')
  expect(readStored('written')).toBe('yes')
  expect(readStored('never')).toBeNull()
})

test.each<[string, object]>([
  [
    'is full',
    {
      getItem: () => null,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    },
  ],
  [
    'refuses everything',
    new Proxy(
      {},
      {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      },
    ),
  ],
])('browser %s: held in memory', (name, storage) => {
  vi.stubGlobal('localStorage', storage)
  expect(readStored(name)).toBeNull()
  writeStored(name, 'yes')
  expect(readStored(name)).toBe('yes')
})
