import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'
import { isEmail, prospectEmailMaxLength } from './prospect-email.rules.ts'

const isEmailOrNothing = (text: string): boolean => text === '' || isEmail(text)

const askedEmail = z.object({
  email: z.string(required).check(z.trim(), z.maxLength(320)),
  /** Whether the partner has member numbers. Sent by clients and ignored. */
  usePpn: z.optional(z.string().check(z.maxLength(10))),
  ...botCheckAnswer,
})

const ofEmailValidity = {
  path: '/api/Members/Validate/Email',
  access: 'public',
  response: z.object({ isValid: z.boolean() }),
  errors: [
    'validation_failed',
    'enrollment_unavailable',
    'bot_check_required',
    'rate_limited',
    'unavailable',
  ],
} as const

/**
 * `isValid` is well-formed, and not the address of a member. Other programs call it; ours posts (`postEmailValidity`).
 */
export const getEmailValidity = defineContract({
  ...ofEmailValidity,
  method: 'GET',
  summary:
    'Whether this email address can join. Its address may stay in the logs of proxies: better to post it.',
  query: askedEmail,
})

export const postEmailValidity = defineContract({
  ...ofEmailValidity,
  method: 'POST',
  summary: 'Whether this email address can join.',
  body: askedEmail,
})

/** `isValid` is a ZIP code of the US, also of its territories and military. */
export const getZipValidity = defineContract({
  method: 'GET',
  path: '/api/Members/Validate/Zip',
  summary: 'Whether this ZIP code exists.',
  access: 'public',
  query: z.object({ zip: z.string(required).check(z.trim(), z.maxLength(20)) }),
  response: z.object({ isValid: z.boolean() }),
  errors: ['validation_failed', 'rate_limited'],
})

export const postProspectEmail = defineContract({
  method: 'POST',
  path: '/api/Members/Prospects/Email',
  summary: 'Stores the email address of a prospect. The answer is the same for every address.',
  access: 'public',
  body: z.object({
    email: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(prospectEmailMaxLength, `Email can have at most ${prospectEmailMaxLength} characters`),
          z.refine(isEmailOrNothing, 'Enter an email address such as name@example.com.'),
        ),
      '',
    ),
    ...botCheckAnswer,
  }),
  response: z.object({ accepted: z.boolean() }),
  errors: [
    'validation_failed',
    'enrollment_unavailable',
    'bot_check_required',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})
