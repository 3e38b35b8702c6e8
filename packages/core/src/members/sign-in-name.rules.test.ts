import { expect, test } from 'vitest'
import { normalizeSignInName } from './sign-in-name.rules.ts'

test.each([
  [' VIP@Example.com ', 'vip@example.com'],
  ['\uff56\uff29\uff30@example.com', 'vip@example.com'],
  ['402815637', '402815637'],
  // Not "vip": JavaScript keeps the dot, some databases drop it.
  ['v\u0130p@example.com', 'vi\u0307p@example.com'],
])('%j -> %j', (name, normalized) => {
  expect(normalizeSignInName(name)).toBe(normalized)
  expect(normalizeSignInName(normalized)).toBe(normalized)
})
