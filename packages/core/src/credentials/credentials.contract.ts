import * as z from 'zod/mini'
import { memberEmail, newPassword } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

export const getCredentials = defineContract({
  method: 'GET',
  path: '/api/Member/Credentials',
  summary: 'Whether the member’s email address needs to be fixed.',
  access: 'member',
  response: z.object({
    email: z.string(),
    /** `bounced` means that mails do not arrive; `missing` that there is none, or that it became another account’s. */
    problem: z.nullable(z.enum(['bounced', 'missing'])),
    /** The member is asked now: there is a problem that was not put off. */
    isDue: z.boolean(),
  }),
  errors: ['unauthorized', 'rate_limited', 'unavailable'],
})

export const putCredentials = defineContract({
  method: 'PUT',
  path: '/api/Member/Credentials',
  summary: 'Mails a code to a new email address. The answer is the same for an address in use.',
  access: 'member',
  body: z.object({
    email: memberEmail,
    /** It is the current one. A member without one needs a sign-in of the last five minutes instead. */
    password: z.optional(z.string().check(z.minLength(1, required), z.maxLength(1_000))),
  }),
  response: z.object({ accepted: z.boolean() }),
  errors: [
    'validation_failed',
    'reauthentication_required',
    'account_locked',
    'unauthorized',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const putPassword = defineContract({
  method: 'PUT',
  path: '/api/Member/Password',
  summary: 'Changes the password, and ends every other session of the member.',
  access: 'member',
  body: z.object({
    current: z.string(required).check(z.minLength(1, required), z.maxLength(1_000)),
    password: newPassword('Password'),
    passwordConfirm: newPassword('Repeated password'),
  }),
  response: z.object({ changed: z.boolean() }),
  errors: [
    'validation_failed',
    'account_locked',
    'unauthorized',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postCredentialsConfirm = defineContract({
  method: 'POST',
  path: '/api/Member/Credentials/Confirm',
  summary: 'Changes the email address with the mailed code, and ends every other session.',
  access: 'member',
  body: z.object({ code: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(20)) }),
  response: z.object({ changed: z.boolean() }),
  errors: [
    'validation_failed',
    'email_code_invalid',
    'unauthorized',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postCredentialsLater = defineContract({
  method: 'POST',
  path: '/api/Member/Credentials/Later',
  summary: 'Puts off fixing the email address: the member is asked again after some days.',
  access: 'member',
  response: z.object({ postponedUntil: z.string() }),
  errors: ['unauthorized', 'not_found', 'csrf_invalid', 'rate_limited', 'unavailable'],
})

const linkToken = z.object({ token: z.string(required).check(z.minLength(1), z.maxLength(100)) })

export const postEmailChange = defineContract({
  method: 'POST',
  path: '/api/Members/EmailChange',
  summary:
    'Changes the email address with the link that was mailed to the new one when support was asked, and ends every session.',
  access: 'public',
  body: linkToken,
  response: z.object({ changed: z.boolean() }),
  errors: [
    'validation_failed',
    'email_link_invalid',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postEmailRestore = defineContract({
  method: 'POST',
  path: '/api/Members/EmailRestore',
  summary:
    'Takes a change of the email address back with the link that was mailed to the address before. Ends the password and every session, and mails a code for a new password.',
  access: 'public',
  body: linkToken,
  response: z.object({ restored: z.boolean() }),
  errors: [
    'validation_failed',
    'restore_link_invalid',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})
