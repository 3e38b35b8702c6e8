import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

const email = z
  .string(required)
  .check(z.trim(), z.maxLength(100), z.regex(/^[^\s@]+@[^\s@]+$/, 'Give an email address.'))
const name = z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(100))
const reason = z.string('Say why.').check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(500))
const id = z.string().check(z.minLength(1), z.maxLength(60))

export const staffRoleSchema = z.object({
  /** It is a slug; null means all programs, also those that come later. */
  partner: z.nullable(z.string().check(z.minLength(1), z.maxLength(60))),
  role: z.string().check(z.minLength(1), z.maxLength(60)),
})
export type StaffRole = z.infer<typeof staffRoleSchema>
const roles = z.array(staffRoleSchema).check(z.maxLength(100))

const staffAccountSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** People gave these by hand, in the programs that the caller may see; of all programs always. */
  roles: z.array(staffRoleSchema),
  /** Every role with what it allows: those given by hand, and those of groups at the provider of single sign-on. */
  grants: z.array(
    z.object({
      ...staffRoleSchema.shape,
      group: z.nullable(z.string()),
      permissions: z.array(z.string()),
    }),
  ),
  /** Each is of at least one grant. When it was last used is known to about ten minutes. */
  permissions: z.array(z.object({ permission: z.string(), lastUsedAt: z.nullable(z.string()) })),
  /** Of the roles by hand, for changes. */
  version: z.string(),
  state: z.enum(['active', 'invited', 'deactivated']),
  hasSecondFactor: z.boolean(),
  /** Too many passwords or codes were wrong, from at least one browser or address; null means that none is locked. */
  lockedUntil: z.nullable(z.string()),
  /** In the console or at a partner’s site; null means never. */
  lastSignedInAt: z.nullable(z.string()),
  /** It is null for a person without a session in the console now. */
  lastUsedAt: z.nullable(z.string()),
  /** They are open now in the console, the last used first. */
  sessions: z.array(
    z.object({
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      startedAt: z.string(),
      lastUsedAt: z.string(),
    }),
  ),
  /** How many sessions are open at partners’ sites. */
  siteSessions: z.number(),
  /** Single sign-on signs in to it. */
  isConnected: z.boolean(),
  /** It signs in by password where passwords are off, and every administrator is told. */
  isBreakGlass: z.boolean(),
  /** The caller may change roles, deactivate and reset: not of themself, and of no one who may do more. */
  mayChange: z.boolean(),
})
export type StaffAccount = z.infer<typeof staffAccountSchema>

const readErrors = ['unauthorized', 'forbidden'] as const
const writeErrors = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'not_found',
  'csrf_invalid',
  'reauthentication_required',
  'unavailable',
] as const

export const getStaffAccounts = defineContract({
  method: 'GET',
  path: '/api/Console/Staff',
  summary: 'Staff accounts of the caller’s programs, and the roles that the caller may give.',
  access: { console: 'staff.read' },
  response: z.object({
    items: z.array(staffAccountSchema),
    /** False where passwords are off: people come by single sign-on. */
    invites: z.boolean(),
    assignable: z.array(z.object({ ...staffRoleSchema.shape, permissions: z.array(z.string()) })),
  }),
  errors: readErrors,
})

export const postStaffInvitation = defineContract({
  method: 'POST',
  path: '/api/Console/Staff/Invite',
  summary:
    'Makes an account and mails a link, for one use within 7 days, to choose its password. Not where passwords are off.',
  access: { console: 'staff.change' },
  approval: 'staff',
  reauthenticates: true,
  body: z.object({ email, name, roles: roles.check(z.minLength(1, 'Give a role.')) }),
  response: z.object({ id: z.string() }),
  successStatus: 201,
  errors: [...writeErrors, 'email_in_use', 'single_sign_on_required'],
})

export const postStaffInvitationAgain = defineContract({
  method: 'POST',
  path: '/api/Console/Staff/:id/Invite',
  summary: 'Mails another link to someone who has not chosen a password. The one before is void.',
  access: { console: 'staff.change' },
  reauthenticates: true,
  params: z.object({ id }),
  response: z.object({ invited: z.boolean() }),
  errors: [...writeErrors, 'single_sign_on_required'],
})

export const putStaffRoles = defineContract({
  method: 'PUT',
  path: '/api/Console/Staff/:id/Roles',
  summary:
    'Other roles. Those of programs that the caller does not see stay. Giving one that moves money takes two people.',
  access: { console: 'staff.change' },
  approval: 'staff',
  reauthenticates: true,
  params: z.object({ id }),
  body: z.object({ roles, version: z.string().check(z.maxLength(60)), reason }),
  response: z.object({
    changed: z.boolean(),
    /** Of the roles by hand, for another change. */
    version: z.string(),
  }),
  errors: [...writeErrors, 'changed_meanwhile'],
})

const change = {
  method: 'POST',
  access: { console: 'staff.change' },
  reauthenticates: true,
  params: z.object({ id }),
  body: z.object({ reason }),
  response: z.object({ changed: z.boolean() }),
  errors: writeErrors,
} as const

export const postStaffDeactivation = defineContract({
  ...change,
  path: '/api/Console/Staff/:id/Deactivate',
  summary: 'Ends every session at once, and refuses the next sign-in.',
})

export const postStaffActivation = defineContract({
  ...change,
  approval: 'staff',
  path: '/api/Console/Staff/:id/Activate',
  summary: 'May sign in again. With a role that moves money it takes two people.',
})

export const postStaffUnlock = defineContract({
  ...change,
  path: '/api/Console/Staff/:id/Unlock',
  summary: 'Lifts every lock after wrong passwords or codes. By someone else, who may change the account.',
})

export const postStaffSessionsEnd = defineContract({
  ...change,
  path: '/api/Console/Staff/:id/EndSessions',
  summary: 'Ends every session, in the console and at partners’ sites.',
})

export const postSecondFactorReset = defineContract({
  ...change,
  path: '/api/Console/Staff/:id/ResetSecondFactor',
  summary:
    'Removes authenticator app, recovery codes and passkeys, and ends every session. All administrators are told.',
  errors: [...writeErrors, 'changed_meanwhile'],
})

export const postInvitation = defineContract({
  method: 'POST',
  path: '/api/Console/Invitation',
  summary: 'Chooses the password that an invitation is for. Signing in is the next step.',
  access: 'public',
  body: z.object({
    token: z.string(required).check(z.minLength(1, required), z.maxLength(100)),
    password: z.string(required).check(z.minLength(1, required), z.maxLength(1_000)),
  }),
  response: z.object({ email: z.string() }),
  errors: ['validation_failed', 'invitation_invalid', 'csrf_invalid', 'rate_limited', 'unavailable'],
})
