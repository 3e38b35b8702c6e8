import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { newPassword } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

/** It is an email or a member number. */
const userName = z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100))

/** Six digits with a user name, or what the mailed link carries. */
const code = z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100))

export const postRecovery = defineContract({
  method: 'POST',
  path: '/api/Members/Recovery',
  summary: 'Mails a code and a link for a new password. The answer is the same for every user name.',
  access: 'public',
  body: z.object({ userName, ...botCheckAnswer }),
  response: z.object({ accepted: z.boolean() }),
  successStatus: 202,
  errors: [
    'validation_failed',
    'bot_check_required',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postRecoveryConfirm = defineContract({
  method: 'POST',
  path: '/api/Members/Recovery/Confirm',
  summary:
    'Exchanges a mailed code for a token that sets a new password once. A link’s code needs no user name.',
  access: 'public',
  body: z.object({ userName: z.optional(userName), code, ...botCheckAnswer }),
  response: z.object({ recoveryToken: z.string() }),
  errors: [
    'validation_failed',
    'recovery_code_invalid',
    'bot_check_required',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const putRecoveryPassword = defineContract({
  method: 'PUT',
  path: '/api/Members/Recovery/Password',
  summary: 'Sets a new password, lifts a lock, and ends every session of the member.',
  access: 'public',
  body: z.object({
    recoveryToken: z.string(required).check(z.minLength(1, required), z.maxLength(100)),
    password: newPassword('Password'),
    passwordConfirm: newPassword('Repeated password'),
  }),
  response: z.object({ changed: z.boolean() }),
  errors: [
    'validation_failed',
    'recovery_code_invalid',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})
