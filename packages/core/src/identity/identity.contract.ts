import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { memberSchema } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

export const getCsrf = defineContract({
  method: 'GET',
  path: '/api/CSRF',
  summary: 'The anti-forgery token that every state-changing call carries in X-XSRF-TOKEN.',
  access: 'public',
  response: z.object({ csrfToken: z.string() }),
  errors: [],
})

export const signInSchema = z.object({
  /** It is an email or a member number. */
  userName: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100)),
  password: z.string(required).check(z.minLength(1, required), z.maxLength(1_000)),
  rememberMe: z.optional(z.boolean()),
  ...botCheckAnswer,
})

export const postSignIn = defineContract({
  method: 'POST',
  path: '/api/SignIn',
  summary: 'Signs a member in with a password.',
  access: 'public',
  body: signInSchema,
  response: z.object({ member: memberSchema, expiresAt: z.string() }),
  errors: [
    'validation_failed',
    'invalid_credentials',
    'account_locked',
    'bot_check_required',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const getSignOut = defineContract({
  method: 'GET',
  path: '/api/SignOut',
  summary: 'Ends the session. Refused when the browser says that the request is cross-site.',
  access: 'public',
  /** At `providerUrl` the browser also signs out at the partner's provider, and comes back. */
  response: z.object({ signedOut: z.boolean(), providerUrl: z.nullable(z.string()) }),
  errors: ['cross_site_refused'],
})
