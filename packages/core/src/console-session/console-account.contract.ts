import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'
import { consoleStaffSchema } from './console-session.contract.ts'

const password = z.string(required).check(z.minLength(1, required), z.maxLength(1_000))
const email = z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100))
/** It is six digits of the authenticator app, or a recovery code. */
const code = z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(60))

/** As browsers' WebAuthn functions take and give them. */
const ceremonyOptions = z.looseObject({ challenge: z.string() })
const ceremonyResponse = z.looseObject({ id: z.string(required).check(z.minLength(1), z.maxLength(1_400)) })

/**
 * Goes with every change of how someone signs in. Where there is a second factor: a code of the app that is set up, or a
 * recovery code; or a passkey's answer to the challenge of `SignIn/Passkey/Options`.
 */
export const staffProofShape = {
  password,
  code: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  passkey: z.optional(ceremonyResponse),
}
const proof = z.object(staffProofShape)

/** What proves once more who someone is who is signed in. `provider`: they go to the provider of single sign-on. */
export const waysToReauthenticate = ['second_factor', 'password', 'provider'] as const
export type StaffProof = z.infer<typeof proof>

/** An authenticator app takes `uri` as a QR code; `secret` is typed in. */
export const authenticatorSecretSchema = z.object({ secret: z.string(), uri: z.string() })

const signInErrors = [
  'validation_failed',
  'invalid_credentials',
  'password_change_required',
  'single_sign_on_required',
  'second_factor_required',
  'second_factor_invalid',
  'account_locked',
  'csrf_invalid',
  'rate_limited',
  'unavailable',
] as const

export const postSignInPassword = defineContract({
  method: 'POST',
  path: '/api/Console/SignIn/Password',
  summary: 'Replaces a password that an operator printed, which signs in nowhere. Sign in with the new one.',
  access: 'public',
  body: z.object({ email, current: password, password }),
  response: z.object({ changed: z.boolean() }),
  errors: signInErrors,
})

export const postSignInAuthenticator = defineContract({
  method: 'POST',
  path: '/api/Console/SignIn/Authenticator',
  summary: 'At the first sign-in: a secret for the authenticator app. The one before is void.',
  access: 'public',
  body: z.object({ email, password }),
  response: authenticatorSecretSchema,
  errors: signInErrors,
})

export const postSignInAuthenticatorConfirm = defineContract({
  method: 'POST',
  path: '/api/Console/SignIn/Authenticator/Confirm',
  summary: 'The first code of the authenticator app: signs in, and answers recovery codes this one time.',
  access: 'public',
  body: z.object({ email, password, code }),
  response: z.object({ staff: consoleStaffSchema, recoveryCodes: z.array(z.string()) }),
  errors: signInErrors,
})

export const postConsolePasskeySignInOptions = defineContract({
  method: 'POST',
  path: '/api/Console/SignIn/Passkey/Options',
  summary: 'What a browser needs to sign in with a passkey: once, within five minutes.',
  access: 'public',
  response: ceremonyOptions,
  errors: ['csrf_invalid', 'rate_limited'],
})

export const postConsolePasskeySignIn = defineContract({
  method: 'POST',
  path: '/api/Console/SignIn/Passkey',
  summary: 'Signs staff in with a passkey, which needs no code.',
  access: 'public',
  body: z.object({ response: ceremonyResponse }),
  response: z.object({ staff: consoleStaffSchema }),
  errors: [
    'validation_failed',
    'invalid_credentials',
    'single_sign_on_required',
    'passkey_invalid',
    'passkey_challenge_invalid',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const consolePasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export const consoleAccountSchema = z.object({
  /** It is null where there is no authenticator app. */
  authenticatorSince: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
  reauthenticatesBy: z.enum(waysToReauthenticate),
  /** False: single sign-on is how they sign in, and there is nothing of it to change here. */
  hasPassword: z.boolean(),
  /** They sign in by single sign-on too; null where the deployment has none. */
  isConnected: z.nullable(z.boolean()),
  passkeys: z.array(consolePasskeySchema),
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Null where the browser did not say. */
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      startedAt: z.string(),
      lastUsedAt: z.string(),
      current: z.boolean(),
    }),
  ),
})
export type ConsoleAccount = z.infer<typeof consoleAccountSchema>

export const getConsoleAccount = defineContract({
  method: 'GET',
  path: '/api/Console/Account',
  summary: 'How the staff member signs in, and where they are signed in: this session first.',
  access: { console: 'any' },
  response: consoleAccountSchema,
  errors: ['unauthorized'],
})

const ownPasswordErrors = [
  'validation_failed',
  'unauthorized',
  'account_locked',
  'password_change_required',
  'csrf_invalid',
  'rate_limited',
  'unavailable',
] as const

/** Of what needs a `StaffProof`. */
export const proofErrors = [
  'account_locked',
  'password_change_required',
  'second_factor_required',
  'second_factor_invalid',
  'passkey_invalid',
  'passkey_challenge_invalid',
  'rate_limited',
] as const

const reauthenticationProof = z.partial(proof)
export type ReauthenticationProof = z.infer<typeof reauthenticationProof>

export const postReauthentication = defineContract({
  method: 'POST',
  path: '/api/Console/Account/Reauthentication',
  summary:
    'Proves who is signed in, for five minutes of calls that need it: a passkey or a code; the password where there is neither.',
  access: { console: 'any' },
  body: reauthenticationProof,
  response: z.object({ provenUntil: z.string() }),
  errors: [...ownPasswordErrors, ...proofErrors, 'reauthentication_required'],
})

export const putConsolePassword = defineContract({
  method: 'PUT',
  path: '/api/Console/Account/Password',
  summary: 'Another password. Ends every other session.',
  access: { console: 'any' },
  body: z.object({ current: password, password }),
  response: z.object({ changed: z.boolean() }),
  errors: ownPasswordErrors,
})

export const postConsoleAuthenticator = defineContract({
  method: 'POST',
  path: '/api/Console/Account/Authenticator',
  summary:
    'A secret for another authenticator app, good for ten minutes. The present one works until a code of it is confirmed.',
  access: { console: 'any' },
  body: proof,
  response: authenticatorSecretSchema,
  errors: [...ownPasswordErrors, ...proofErrors],
})

export const postConsoleAuthenticatorConfirm = defineContract({
  method: 'POST',
  path: '/api/Console/Account/Authenticator/Confirm',
  summary:
    'The first code of the authenticator app: it replaces the present one, and all recovery codes. Ends every other session.',
  access: { console: 'any' },
  body: z.object({ password, code }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: [...ownPasswordErrors, 'second_factor_invalid'],
})

export const postConsoleRecoveryCodes = defineContract({
  method: 'POST',
  path: '/api/Console/Account/RecoveryCodes',
  summary: 'Ten new recovery codes, shown once. Those before are void. Ends every other session.',
  access: { console: 'any' },
  body: proof,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: [...ownPasswordErrors, ...proofErrors, 'not_found'],
})

export const postConsolePasskeyOptions = defineContract({
  method: 'POST',
  path: '/api/Console/Account/Passkeys/Options',
  summary: 'What a browser needs to create a passkey: once, within five minutes.',
  access: { console: 'any' },
  body: proof,
  response: ceremonyOptions,
  errors: [...ownPasswordErrors, ...proofErrors, 'passkey_limit_reached'],
})

export const postConsolePasskey = defineContract({
  method: 'POST',
  path: '/api/Console/Account/Passkeys',
  summary: 'Adds the passkey that a browser created. Ends every other session.',
  access: { console: 'any' },
  body: z.object({
    name: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(50)),
    response: ceremonyResponse,
  }),
  response: z.object({ passkey: consolePasskeySchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'passkey_challenge_invalid',
    'passkey_not_added',
    'passkey_limit_reached',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const deleteConsolePasskey = defineContract({
  method: 'DELETE',
  path: '/api/Console/Account/Passkeys',
  summary: 'Removes a passkey: it no longer signs in. Ends every other session.',
  access: { console: 'any' },
  query: z.object({ id: z.string().check(z.minLength(1), z.maxLength(1_400)) }),
  body: proof,
  response: z.object({ removed: z.boolean() }),
  errors: [...ownPasswordErrors, ...proofErrors, 'not_found'],
})

export const deleteConsoleSessions = defineContract({
  method: 'DELETE',
  path: '/api/Console/Account/Sessions',
  summary: 'Ends one session of the staff member, or all but this one.',
  access: { console: 'any' },
  query: z.object({ id: z.optional(z.string().check(z.maxLength(50))) }),
  response: z.object({ ended: z.number() }),
  errors: ['validation_failed', 'unauthorized', 'not_found', 'csrf_invalid'],
})
