import { defaultCopy } from '@dineward/core/partner/default-copy.ts'
import { expect, test } from 'vitest'
import { loadingText } from './loading-text.ts'

test.each([
  ['recent_activity', 'Do not refresh, loading recent activity.'],
  ['manage_cards', 'Do not refresh, loading the credit cards linked to your account.'],
  ['overview', 'Do not refresh, loading more content'],
])('account §8 Loading: %s -> %s', (page, words) => {
  expect(defaultCopy[loadingText(`/account/${page}`)]).toBe(words)
})
