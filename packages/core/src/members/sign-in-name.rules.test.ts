import { expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { isRecoveryName, normalizeSignInName } from './sign-in-name.rules.ts'

test.each([
  [' VIP@Example.com ', 'vip@example.com'],
  ['\uff56\uff29\uff30@example.com', 'vip@example.com'],
  ['402815637', '402815637'],
  // The result is not "vip": JavaScript keeps the dot, some databases drop it.
  ['v\u0130p@example.com', 'vi\u0307p@example.com'],
])('%j -> %j', (name, normalized) => {
  expect(normalizeSignInName(name)).toBe(normalized)
  expect(normalizeSignInName(normalized)).toBe(normalized)
})

const memberNumber = {
  label: 'Club number',
  format: { prefix: '', signs: 'lettersAndDigits', minLength: 9, maxLength: 9 },
  example: 'SK4028156',
  required: true,
}

test.each([
  ['ada@example.com', true],
  ['SK4028156', true],
  ['sk4028156', true],
  ['not an id', false],
  ['ada@', false],
  ['4028156', false],
  ['', false],
])('shell §5 Recovery input: %j -> %j', (text, isName) => {
  expect(isRecoveryName(partnerForTest('plain', { memberNumber }), text)).toBe(isName)
})

test('partner without member numbers: a number is no recovery input', () => {
  expect(isRecoveryName(partnerForTest('plain', { memberNumber: null }), 'SK4028156')).toBe(false)
})
