import * as z from 'zod/mini'
import { currencyTypes } from '../partner/settings/rewards.settings.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

export const programSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** The site's address, without a slash at the end. */
  site: z.string(),
  timeZone: z.string(),
  /** Amounts of Dollar and Credit are integer cents, of the others whole units. */
  currencyType: z.nullable(z.enum(currencyTypes)),
  currencyWords: z.object({ singular: z.string(), plural: z.string() }),
  /** It is the brand’s, as #rrggbb. */
  color: z.string(),
  permissions: z.array(z.string()),
})
export type Program = z.infer<typeof programSchema>

export const consoleStaffSchema = z.object({
  email: z.string(),
  name: z.string(),
  /** Each is granted in at least one of the programs. */
  permissions: z.array(z.string()),
  /** Granted in all programs, as what belongs to none of them needs. */
  networkPermissions: z.array(z.string()),
  partners: z.array(programSchema),
  expiresAt: z.string(),
})
export type ConsoleStaff = z.infer<typeof consoleStaffSchema>

export const getSignInOptions = defineContract({
  method: 'GET',
  path: '/api/Console/SignIn/Options',
  summary: 'How staff sign in here: what the sign-in page offers.',
  access: 'public',
  response: z.object({
    /** What the button names; null where there is no single sign-on of staff. */
    singleSignOn: z.nullable(z.string()),
    /** Passwords and passkeys are for break-glass accounts only. */
    arePasswordsOff: z.boolean(),
  }),
  errors: [],
})

export const postConsoleSignIn = defineContract({
  method: 'POST',
  path: '/api/Console/SignIn',
  summary: 'Signs staff in to the console, until 30 minutes pass without a call.',
  access: 'public',
  body: z.object({
    email: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100)),
    password: z.string(required).check(z.minLength(1, required), z.maxLength(1_000)),
    /** It is a code of the authenticator app, or a recovery code. */
    code: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  }),
  response: z.object({ staff: consoleStaffSchema }),
  errors: [
    'validation_failed',
    'invalid_credentials',
    'password_change_required',
    'single_sign_on_required',
    'second_factor_required',
    'second_factor_setup_required',
    'second_factor_invalid',
    'account_locked',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const postConsoleSignOut = defineContract({
  method: 'POST',
  path: '/api/Console/SignOut',
  summary: 'Ends the console session of this browser.',
  access: 'public',
  response: z.object({ signedOut: z.boolean() }),
  errors: ['csrf_invalid'],
})

export const getConsoleSession = defineContract({
  method: 'GET',
  path: '/api/Console/Session',
  summary: 'The staff member signed in here, with their programs and permissions.',
  access: { console: 'any' },
  response: z.object({ staff: consoleStaffSchema }),
  errors: ['unauthorized'],
})
