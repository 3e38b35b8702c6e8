import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-client.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { rememberedEmail } from '../prospects/prospect-email.ts'
import { join, joinFailure, validateJoin } from './join.ts'

const ticks = { termsAccepted: 'on' }
const complete = {
  firstName: 'Ada',
  lastName: 'Moreau',
  email: 'ada@example.com',
  password: 'Dinner-For-2!',
  zipCode: '10001',
  ...ticks,
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const memberNumber = {
  label: 'Club number',
  format: { prefix: '', signs: 'digits', minLength: 9, maxLength: 9 },
  example: '402815637',
  required: true,
}
const wantsAddress = { fullAddressRequired: true, currencyType: 'Point' }

test('complete sign-up: no problems', () => {
  expect(validateJoin(appForTest(), formOf(complete), 'prospect')).toEqual({})
})

test('shell §5 Empty sign-up: reports every required field, in page order', () => {
  expect(validateJoin(appForTest(), formOf({}), 'prospect')).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    password: 'Password is required',
    zipCode: 'ZIP code is required',
    termsAccepted: 'Accept the terms of use to continue.',
  })
})

test.each([
  ['a long name', { firstName: 'x'.repeat(21) }, 'firstName', 'First name can have at most 20 characters'],
  ['a name that is only spaces', { lastName: '   ' }, 'lastName', 'Last name is required'],
  [
    'an e-mail without a host',
    { email: 'ada@' },
    'email',
    'Enter an email address such as name@example.com.',
  ],
  ['four digits of a ZIP code', { zipCode: '1000' }, 'zipCode', 'ZIP code must have 5 digits'],
  ['a short password', { password: 'a1' }, 'password', /8 or more characters/],
  ['a password without a digit', { password: 'dinnerfortwo' }, 'password', /letter and a number/],
] as const)('%s: reported at its field', (_case, change, field, message) => {
  const problems = validateJoin(appForTest(), formOf({ ...complete, ...change }), 'prospect')
  expect(Object.keys(problems)).toEqual([field])
  expect(problems[field]).toMatch(message)
})

test('address: required only where the partner requires it, city and state once they are asked', () => {
  const app = appForTest(wantsAddress)
  expect(validateJoin(app, formOf(complete), 'prospect')).toEqual({ address1: 'Address is required' })
  expect(validateJoin(app, formOf({ ...complete, city: '', state: '' }), 'prospect')).toEqual({
    address1: 'Address is required',
    city: 'City is required',
    state: 'State is required',
  })
})

test('member number: validated with the pattern of the partner', () => {
  const app = appForTest({ memberNumber })
  expect(validateJoin(app, formOf({ ...complete, memberNumber: '12' }), 'prospect')).toEqual({
    memberNumber: 'Enter your Club number, for example 402815637.',
  })
  expect(validateJoin(app, formOf({ ...complete, memberNumber: '402815637' }), 'prospect')).toEqual({})
})

test('server field error: shown at the field, passwords are not sent back', () => {
  const error = new ApiError(400, {
    code: 'email_in_use',
    fieldErrors: [{ field: 'email', message: 'An account with this email already exists.' }],
  })
  const app = appForTest()
  const failure = joinFailure(app, formOf(complete), error)
  expect(rememberedEmail(app)).toBe('ada@example.com')
  expect(failure.error).toEqual({ email: ['An account with this email already exists.'] })
  expect(failure.initialValue).toEqual({
    firstName: 'Ada',
    lastName: 'Moreau',
    email: 'ada@example.com',
    zipCode: '10001',
    ...ticks,
  })
})

test('server error without a field: shown for the whole form', () => {
  const failure = joinFailure(appForTest(), formOf(complete), new ApiError(429, { code: 'rate_limited' }))
  expect(failure.error).toEqual({ '': ['Too many attempts. Wait a minute and try again.'] })
})

test.each([
  [false, { emailOptIn: 'on' }, undefined],
  [false, {}, undefined],
  [true, { emailOptIn: 'on' }, true],
  [true, {}, false],
])('e-mail asked about: %s, typed: %j -> sent: %s', async (showEmailOptIn, ticked, sent) => {
  const app = appForTest({ showEmailOptIn })
  const bodies: Record<string, unknown>[] = []
  const call = (async (_method, _path, input) => {
    bodies.push((input as { body: Record<string, unknown> }).body)
    return { member: null }
  }) as typeof app.api.call
  const recording = { ...app, api: { ...app.api, call } }
  await join(recording, new Request('http://plain.example/join'), formOf({ ...complete, ...ticked }))
  expect(bodies.map(({ emailOptIn }) => emailOptIn)).toEqual([sent])
})

test('person of the partner -> asked for neither name nor password', () => {
  const { zipCode, termsAccepted } = complete
  expect(validateJoin(appForTest(), formOf({ zipCode, termsAccepted }), 'person')).toEqual({})
  expect(Object.keys(validateJoin(appForTest(), formOf({}), 'person'))).toEqual(['zipCode', 'termsAccepted'])
})
