import { expect, test } from 'vitest'
import { challengeSize } from './bot-check.rules.ts'

test.each([
  [{ byClient: 1, atPartner: 1 }, 50_000],
  [{ byClient: 10, atPartner: 300 }, 50_000],
  [{ byClient: 20, atPartner: 20 }, 100_000],
  [{ byClient: 1, atPartner: 900 }, 150_000],
  [{ byClient: 240, atPartner: 100_000 }, 1_000_000],
])('challenges of the last minute %o -> %i numbers to try', (asked, size) => {
  expect(challengeSize(asked)).toBe(size)
})
