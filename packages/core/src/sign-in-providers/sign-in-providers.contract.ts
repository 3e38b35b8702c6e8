import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { memberSchema, provenProspectSchema } from '../members/members.contract.ts'
import { signInProviders } from '../partner/partner-questions.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

const provider = z.enum(signInProviders)

/** Without it, a sign-in of the last five minutes is the proof. */
const proof = z.nullish(z.object({ password: z.optional(z.string().check(z.maxLength(1_000))) }))

const signedIn = z.object({ member: memberSchema, expiresAt: z.string() })

const provenSignIn = z.object({
  provider,
  /** Null: the provider vouches for no address. */
  email: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** The address is a member’s, who links the provider with their password. */
  isMember: z.boolean(),
})
export type ProvenSignIn = z.infer<typeof provenSignIn>

export const getProviderSignIn = defineContract({
  method: 'GET',
  path: '/api/SignIn/Provider',
  summary: 'Whom Apple or Google has confirmed in this browser, and who is linked to no member yet.',
  access: 'public',
  response: z.object({ signIn: z.nullable(provenSignIn) }),
  errors: ['rate_limited'],
})

export const postProviderJoin = defineContract({
  method: 'POST',
  path: '/api/SignIn/Provider/Join',
  summary:
    'Joins the program with the address that Apple or Google has confirmed, and signs the new member in.',
  access: 'public',
  body: provenProspectSchema,
  response: signedIn,
  errors: [
    'validation_failed',
    'zip_not_in_us',
    'email_in_use',
    'member_number_in_use',
    'enrollment_unavailable',
    'provider_sign_in_expired',
    'csrf_invalid',
    'rate_limited',
  ],
})

export const postProviderLink = defineContract({
  method: 'POST',
  path: '/api/SignIn/Provider/Link',
  summary: 'Signs in the member of the confirmed address by password, and links Apple or Google.',
  access: 'public',
  body: z.object({
    password: z.string(required).check(z.minLength(1, required), z.maxLength(1_000)),
    ...botCheckAnswer,
  }),
  response: signedIn,
  errors: [
    'validation_failed',
    'invalid_credentials',
    'account_locked',
    'bot_check_required',
    'provider_sign_in_expired',
    'provider_already_linked',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const signInProvidersSchema = z.object({
  items: z.array(z.object({ provider, linkedAt: z.nullable(z.string()) })),
  hasPassword: z.boolean(),
})
export type SignInProviders = z.infer<typeof signInProvidersSchema>

export const getSignInProviders = defineContract({
  method: 'GET',
  path: '/api/Member/SignInProviders',
  summary: 'The providers that the program offers, and since when the member has linked them.',
  access: 'member',
  response: signInProvidersSchema,
  errors: ['unauthorized'],
})

export const postSignInProvider = defineContract({
  method: 'POST',
  path: '/api/Member/SignInProviders',
  summary:
    'Links whom Apple or Google has confirmed in this browser. Needs the password, or a sign-in of the last five minutes.',
  access: 'member',
  body: proof,
  response: z.object({ linked: provider }),
  errors: [
    'validation_failed',
    'unauthorized',
    'account_locked',
    'reauthentication_required',
    'provider_sign_in_expired',
    'provider_already_linked',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const deleteSignInProvider = defineContract({
  method: 'DELETE',
  path: '/api/Member/SignInProviders',
  summary:
    'Unlinks a provider: it no longer signs in. Needs the password, or a sign-in of the last five minutes.',
  access: 'member',
  query: z.object({ provider }),
  body: proof,
  response: z.object({ unlinked: z.boolean() }),
  errors: [
    'validation_failed',
    'unauthorized',
    'account_locked',
    'reauthentication_required',
    'last_way_to_sign_in',
    'not_found',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})
