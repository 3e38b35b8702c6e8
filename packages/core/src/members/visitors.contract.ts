import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { prospectEmailMaxLength } from './known-visitor.rules.ts'

/*
 * People who are not signed in, and not quite strangers: who left an address on the home page, and who came with a
 * `public_id` in theirs (shell §1, §4).
 */

const emailSchema = z.email()
export const isEmail = (text: string): boolean =>
  text.length <= prospectEmailMaxLength && emailSchema.safeParse(text).success
const isEmailOrNothing = (text: string): boolean => text === '' || isEmail(text)

/** `isValid`: an address that may join. Well-formed, and nobody's yet. */
export const getEmailValidity = defineContract({
  method: 'GET',
  path: '/api/Members/Validate/Email',
  summary: 'Whether somebody with this e-mail address may join.',
  access: 'public',
  query: z.object({
    email: z.string('This field is required.').check(z.trim(), z.maxLength(320)),
    /** Whether the partner has member numbers. Said by clients; it changes nothing. */
    usePpn: z.optional(z.string().check(z.maxLength(10))),
    ...botCheckAnswer,
  }),
  response: z.object({ isValid: z.boolean() }),
  errors: [
    'validation_failed',
    'enrollment_unavailable',
    'bot_check_required',
    'rate_limited',
    'unavailable',
  ],
})

/** An address left before joining; it need not be given (shell §5). */
export const postProspectEmail = defineContract({
  method: 'POST',
  path: '/api/Members/Prospects/Email',
  summary: 'Keeps the e-mail address of somebody who may join. Answers the same for every address.',
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

/** All that an id from an address tells of somebody (decisions): never a name or an e-mail. */
export const knownMemberSchema = z.object({
  publicId: z.string(),
  /** 0 opted out, 1 non-activated, 2 opted in, 3 VIP (shell §3.3). */
  tierLevel: z.number(),
  /** Whether they can sign in at all. */
  hasWebProfile: z.boolean(),
  /** False once the account is closed. */
  active: z.boolean(),
})
export type KnownMember = z.infer<typeof knownMemberSchema>

export const getKnownMember = defineContract({
  method: 'GET',
  path: '/api/Member/:publicId',
  summary: 'What an id in an address tells of its owner: whether there is something to activate.',
  access: 'public',
  params: z.object({ publicId: z.string() }),
  response: knownMemberSchema,
  errors: ['not_found', 'rate_limited', 'unavailable'],
})

export const postActivate = defineContract({
  method: 'POST',
  path: '/api/Member/Activate',
  summary: 'Activates a member who was not yet. Doing it again changes nothing.',
  access: 'public',
  body: z.object({ publicId: z.string('This field is required.').check(z.minLength(1), z.maxLength(64)) }),
  response: knownMemberSchema,
  errors: ['validation_failed', 'not_found', 'forbidden', 'csrf_invalid', 'rate_limited', 'unavailable'],
})
