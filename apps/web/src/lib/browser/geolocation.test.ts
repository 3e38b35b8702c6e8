import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  followPosition,
  isDenied,
  isOwnPosition,
  lookUpNearby,
  lookUpPosition,
  storeOwnPosition,
} from './geolocation.ts'

interface Asked {
  readonly answer: (latitude: number, longitude: number) => void
  readonly refuse: (code: number) => void
  readonly wish: PositionOptions
}

let asked: Asked[]
let permission: 'granted' | 'prompt' | 'denied' | 'unknown'

beforeEach(() => {
  asked = []
  permission = 'prompt'
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition(found: (p: unknown) => void, failed: (e: unknown) => void, wish: PositionOptions) {
        asked.push({
          answer: (latitude, longitude) => found({ coords: { latitude, longitude } }),
          refuse: code => failed({ code }),
          wish,
        })
      },
    },
    permissions: {
      query: async () => {
        if (permission === 'unknown') throw new TypeError('geolocation')
        return { state: permission }
      },
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('location for a search', () => {
  test('options: exact, fresh, within 7 seconds; rounded to 2 decimals', async () => {
    const looking = lookUpPosition()
    expect(asked[0]?.wish).toEqual({ enableHighAccuracy: true, maximumAge: 0, timeout: 7000 })
    asked[0]?.answer(30.26759, -97.74299)
    expect(await looking).toEqual({ kind: 'found', place: { latitude: 30.27, longitude: -97.74 } })
  })

  test.each([
    ['not wanted', 1, 'denied'],
    ['not possible', 2, 'failed'],
    ['too slow', 3, 'failed'],
  ])('result %s', async (_case, code, kind) => {
    const looking = lookUpPosition()
    asked[0]?.refuse(code)
    expect(await looking).toEqual({ kind })
  })

  test('no geolocation API: failed', async () => {
    vi.stubGlobal('navigator', {})
    expect(await lookUpPosition()).toEqual({ kind: 'failed' })
  })
})

describe('location for nearby restaurants', () => {
  test('permission granted: approximate, up to an hour old, within 5 seconds', async () => {
    permission = 'granted'
    const looking = lookUpNearby()
    await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
    expect(asked[0]?.wish).toEqual({ enableHighAccuracy: false, maximumAge: 3_600_000, timeout: 5000 })
    asked[0]?.answer(41.88, -87.63)
    expect(await looking).toEqual({ latitude: 41.88, longitude: -87.63 })
  })

  test.each(['prompt', 'denied', 'unknown'] as const)(
    'permission %s without a press: not prompted',
    async state => {
      permission = state
      expect(await lookUpNearby()).toBeNull()
      expect(asked).toEqual([])
    },
  )

  test('after a press: prompted; refused: null', async () => {
    const looking = lookUpNearby({ mayAsk: true })
    asked[0]?.refuse(1)
    expect(await looking).toBeNull()
  })
})

test.each([
  ['granted', false],
  ['prompt', false],
  ['unknown', false],
  ['denied', true],
] as const)('shell §4 Geolocation: permission %s -> refused without a prompt: %s', async (state, denied) => {
  permission = state
  expect(await isDenied()).toBe(denied)
})

test('following: every 5 minutes until stopped', async () => {
  vi.useFakeTimers()
  const places: unknown[] = []
  const end = followPosition(place => places.push(place))
  await vi.advanceTimersByTimeAsync(299_999)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  asked[0]?.answer(40, -70)
  await vi.advanceTimersByTimeAsync(300_000)
  asked[1]?.refuse(3)
  await vi.advanceTimersByTimeAsync(300_000)
  end()
  asked[2]?.answer(41, -71)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(places).toEqual([{ latitude: 40, longitude: -70 }])
  expect(asked).toHaveLength(3)
})

test('own location: recognized; another: not', () => {
  const here = { latitude: 30.27, longitude: -97.74 }
  expect(isOwnPosition(here)).toBe(false)
  storeOwnPosition(here)
  expect(isOwnPosition(here)).toBe(true)
  expect(isOwnPosition({ ...here, latitude: 30.28 })).toBe(false)
})
