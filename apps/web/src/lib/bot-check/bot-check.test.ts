import { describe, expect, test } from 'vitest'
import { altchaChecker } from './altcha.ts'
import { maxNetworkErrors, pollMs, runBotCheck } from './bot-check.ts'
import type { BotChecker } from './bot-checker.ts'

/** Virtual time that advances on each wait. */
function quickTime() {
  let now = 0
  return {
    now: () => now,
    wait: (ms: number) =>
      ms > pollMs
        ? new Promise<void>(() => {})
        : new Promise<void>(resolve =>
            setTimeout(() => {
              now += ms
              resolve()
            }),
          ),
  }
}

function checker(overrides: Partial<BotChecker>): BotChecker {
  return { prepare: async () => {}, isReady: () => true, answer: async () => 'answer', ...overrides }
}

test('ready: token at once', async () => {
  const time = quickTime()
  expect(await runBotCheck(checker({}), time)).toBe('answer')
  expect(time.now()).toBe(0)
})

test('not ready: checked every 500 ms', async () => {
  const time = quickTime()
  let looks = 0
  const slow = checker({ isReady: () => ++looks > 3, prepare: () => new Promise(() => {}) })
  expect(await runBotCheck(slow, time)).toBe('answer')
  expect(time.now()).toBe(3 * pollMs)
})

test('load fails: retried at the next check', async () => {
  const time = quickTime()
  let tries = 0
  const shaky = checker({
    prepare: async () => {
      if (++tries < 4) throw new TypeError('network')
    },
    isReady: () => tries === 4,
  })
  expect(await runBotCheck(shaky, time)).toBe('answer')
  expect(time.now()).toBe(3 * pollMs)
})

describe('error', () => {
  const problemOf = (one: BotChecker) =>
    runBotCheck(one, quickTime()).then(
      () => 'none',
      (error: { problem?: string }) => error.problem,
    )

  test('ten network errors', async () => {
    let tries = 0
    const unreachable = checker({
      isReady: () => false,
      prepare: async () => {
        tries++
        throw new TypeError('network')
      },
    })
    expect(await problemOf(unreachable)).toBe('captchaNetwork')
    expect(tries).toBe(maxNetworkErrors)
  })

  test('never ready', async () => {
    expect(await problemOf(checker({ isReady: () => false, prepare: () => new Promise(() => {}) }))).toBe(
      'captchaNotReady',
    )
    expect(await problemOf(checker({ isReady: () => false }))).toBe('captchaNotReady')
  })

  test('no token', async () => {
    expect(await problemOf(checker({ answer: () => Promise.reject(new Error('closed')) }))).toBe('captcha')
  })
})

test('own challenge: solution and signature are returned', async () => {
  const puzzle = {
    algorithm: 'SHA-256',
    challenge: 'aa',
    maxnumber: 50,
    salt: 'b?expires=1&',
    signature: 'cc',
  }
  const api = { call: async () => puzzle as never }
  const answer = await runBotCheck(
    altchaChecker(api, async () => 17),
    quickTime(),
  )
  const { maxnumber: _, ...signed } = puzzle
  expect(JSON.parse(atob(answer))).toEqual({ ...signed, number: 17 })
})
