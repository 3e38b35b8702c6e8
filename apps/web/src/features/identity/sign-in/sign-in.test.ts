import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-client.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { signInFailure, signInProblems } from './sign-in.ts'

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const typed = formOf({ userName: 'ada@example.com', password: 'wrong-one-1', rememberMe: 'on' })

test('nothing typed: both fields are required, in the words of their labels', () => {
  expect(signInProblems(appForTest(), formOf({ userName: ' ' }))).toEqual({
    userName: 'Email is required',
    password: 'Password is required',
  })
})

test('members with a number: named in the label', () => {
  const memberNumber = {
    label: 'Club number',
    format: { prefix: '', signs: 'digits', minLength: 9, maxLength: 9 },
    example: '402815637',
    required: false,
  }
  expect(signInProblems(appForTest({ memberNumber }), formOf({ password: 'x' }))).toEqual({
    userName: 'Email or Club number is required',
  })
})

test.each([
  ['invalid_credentials', 401, { password: ['That email and password do not match.'] }, []],
  ['account_locked', 403, {}, ['Your account has been locked for 30 minutes.', /Reset your password/]],
  ['rate_limited', 429, {}, ['Too many attempts. Wait a minute and try again.']],
] as const)('account §8 Sign-in: %s', (code, status, fieldErrors, formErrors) => {
  const failure = signInFailure(appForTest(), typed, new ApiError(status, { code }))
  const { '': shown, ...fields } = failure.error ?? {}
  expect(failure.status).toBe('error')
  expect(fields).toEqual(fieldErrors)
  expect(shown ?? []).toHaveLength(formErrors.length)
  for (const [index, expected] of formErrors.entries()) expect(shown?.[index]).toMatch(expected)
})

test('failed sign-in: keeps what was typed except the password', () => {
  const failure = signInFailure(appForTest(), typed, new ApiError(401, { code: 'invalid_credentials' }))
  expect(failure.initialValue).toEqual({ userName: 'ada@example.com', rememberMe: 'on' })
})
