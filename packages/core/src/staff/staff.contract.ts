import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

/** At a partner's site: an address of the console leads here, and on to `to`. */
export const staffPreviewPath = '/api/Staff/Preview'

export const staffSchema = z.object({
  email: z.string(),
  name: z.string(),
  /** The partners whose programs they run; null: all of them. */
  partners: z.nullable(z.array(z.string())),
  expiresAt: z.string(),
})
export type Staff = z.infer<typeof staffSchema>

export const staffSignInSchema = z.object({
  email: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100)),
  password: z.string(required).check(z.minLength(1, required), z.maxLength(1_000)),
  /** It is a code of the authenticator app, or a recovery code. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(60))),
})

export const postStaffSignIn = defineContract({
  method: 'POST',
  path: '/api/Staff/SignIn',
  summary: 'Signs staff in for 12 hours.',
  access: 'public',
  body: staffSignInSchema,
  response: z.object({ staff: staffSchema }),
  errors: [
    'validation_failed',
    'invalid_credentials',
    'password_change_required',
    'second_factor_required',
    'second_factor_setup_required',
    'second_factor_invalid',
    'account_locked',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postStaffSignOut = defineContract({
  method: 'POST',
  path: '/api/Staff/SignOut',
  summary: 'Ends the staff session of this browser.',
  access: 'public',
  response: z.object({ signedOut: z.boolean() }),
  errors: ['csrf_invalid'],
})

export const getStaff = defineContract({
  method: 'GET',
  path: '/api/Staff',
  summary: 'The staff member signed in here.',
  access: { staff: 'any' },
  response: z.object({ staff: staffSchema }),
  errors: ['unauthorized'],
})
