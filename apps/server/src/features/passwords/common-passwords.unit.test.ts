import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { commonPasswords, isCommonPassword } from './common-passwords.service.ts'
import { assertNewPassword } from './new-password.service.ts'

test('common passwords of 8 characters with letter and digit: at least 3,000, each refused', async () => {
  const accepted = [...(await commonPasswords())].filter(
    word => word.length >= 8 && /\p{L}/u.test(word) && /\p{Nd}/u.test(word),
  )
  expect(accepted.length).toBeGreaterThanOrEqual(3_000)
  for (const word of accepted) expect(await isCommonPassword(word), word).toBe(true)
})

test.each([
  ['password1', true],
  ['Password1!', true],
  ['QWERTY123', true],
  [' trustno1 ', true],
  ['Dinner-For-2!', false],
  ['password1 and more', false],
])('%j: common %s', async (password, expected) => {
  expect(await isCommonPassword(password)).toBe(expected)
})

test.each([
  ['found in breaches -> refused', async () => true, 'refused'],
  ['not found -> accepted', async () => false, 'accepted'],
  ['no answer -> accepted', () => Promise.reject(new Error('too slow')), 'accepted'],
])('%s', async (_case, has, expected) => {
  const ctx = {
    partner: partnerForTest('skyward'),
    gateways: { breachedPasswords: { has } },
    log: { warn() {} },
  }
  const password = 'Dinner-For-2!'
  const chosen = assertNewPassword(ctx as unknown as Context, { password, passwordConfirm: password })
  expect(await chosen.then(() => 'accepted').catch(() => 'refused')).toBe(expected)
})
