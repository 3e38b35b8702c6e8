import * as z from 'zod/mini'
import { memberSchema } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

/** Options are as browsers' WebAuthn functions take and give them, and are verified by the library that wrote them. */
const ceremonyOptions = z.looseObject({ challenge: z.string() })
const ceremonyResponse = z.looseObject({ id: z.string(required).check(z.minLength(1), z.maxLength(1_400)) })

/** Without it, a sign-in of the last five minutes is the proof. */
const proof = z.nullish(z.object({ password: z.optional(z.string().check(z.maxLength(1_000))) }))

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkeySchema>

export const postPasskeyOptions = defineContract({
  method: 'POST',
  path: '/api/Member/Passkeys/Options',
  summary:
    'What a browser needs to create a passkey: once, within five minutes. Needs the password, or a sign-in of the last five minutes.',
  access: 'member',
  body: proof,
  response: ceremonyOptions,
  errors: [
    'validation_failed',
    'unauthorized',
    'account_locked',
    'reauthentication_required',
    'passkey_limit_reached',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postPasskey = defineContract({
  method: 'POST',
  path: '/api/Member/Passkeys',
  summary: 'Adds the passkey that a browser created.',
  access: 'member',
  body: z.object({
    name: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(50)),
    response: ceremonyResponse,
  }),
  response: z.object({ passkey: passkeySchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'passkey_challenge_invalid',
    'passkey_not_added',
    'passkey_limit_reached',
    'not_found',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const getPasskeys = defineContract({
  method: 'GET',
  path: '/api/Member/Passkeys',
  summary: 'The member’s passkeys, the newest first.',
  access: 'member',
  response: z.object({ items: z.array(passkeySchema) }),
  errors: ['unauthorized', 'not_found'],
})

export const deletePasskey = defineContract({
  method: 'DELETE',
  path: '/api/Member/Passkeys',
  summary:
    'Removes a passkey: it no longer signs in. Needs the password, or a sign-in of the last five minutes.',
  access: 'member',
  query: z.object({ id: z.string().check(z.minLength(1), z.maxLength(1_400)) }),
  body: proof,
  response: z.object({ removed: z.boolean() }),
  errors: [
    'validation_failed',
    'unauthorized',
    'account_locked',
    'reauthentication_required',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postSignInPasskeyOptions = defineContract({
  method: 'POST',
  path: '/api/SignIn/Passkey/Options',
  summary: 'What a browser needs to sign in with a passkey: once, within five minutes.',
  access: 'public',
  response: ceremonyOptions,
  errors: ['not_found', 'csrf_invalid', 'rate_limited'],
})

export const postSignInPasskey = defineContract({
  method: 'POST',
  path: '/api/SignIn/Passkey',
  summary: 'Signs a member in with a passkey.',
  access: 'public',
  body: z.object({ response: ceremonyResponse, rememberMe: z.optional(z.boolean()) }),
  response: z.object({ member: memberSchema, expiresAt: z.string() }),
  errors: [
    'validation_failed',
    'passkey_challenge_invalid',
    'passkey_invalid',
    'not_found',
    'csrf_invalid',
    'rate_limited',
  ],
})
