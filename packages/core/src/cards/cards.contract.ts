import * as z from 'zod/mini'
import { botCheckAnswer } from '../bot-check/bot-check.contract.ts'
import { optionalText } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'

export const cardTypes = ['Visa', 'Amex', 'Mastercard', 'Discover'] as const
export type CardType = (typeof cardTypes)[number]

export const linkedCardSchema = z.object({
  id: z.string(),
  cardType: z.enum(cardTypes),
  lastFour: z.string(),
  description: z.string(),
  /** The member gave it. */
  name: z.optional(z.string()),
  partnerCardId: z.nullable(z.string()),
  /** The last day on which it is good, where it is known. */
  expiresOn: z.optional(z.string()),
  hint: z.optional(z.enum(['expires_soon', 'expired', 'no_recent_dine'])),
})
export type LinkedCard = z.infer<typeof linkedCardSchema>

/** The card frame gives a token, never a number. */
export const frameCardSchema = z.object({
  cardId: z.string().check(z.minLength(1), z.maxLength(300)),
  cardType: z.enum(cardTypes),
  lastFour: z.string().check(z.regex(/^\d{4}$/)),
})
export type FrameCard = z.infer<typeof frameCardSchema>

/** One of the partner's list: linked without typing. */
export const partnerCardChoiceSchema = z.object({
  partnerCardId: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type PartnerCardChoice = z.infer<typeof partnerCardChoiceSchema>

export const listedPartnerCardSchema = z.object({
  partnerCardId: z.string(),
  cardType: z.enum(cardTypes),
  lastFour: z.string(),
  description: z.string(),
})
export type ListedPartnerCard = z.infer<typeof listedPartnerCardSchema>

export const cardRegistrationSchema = z.object({
  memberCard: z.object({
    id: z.nullable(z.string()),
    cardType: z.string(),
    lastFour: z.string(),
    description: z.string(),
  }),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type CardRegistration = z.infer<typeof cardRegistrationSchema>

export const getCards = defineContract({
  method: 'GET',
  path: '/api/Member/Cards',
  summary: 'The cards that the signed-in member has linked.',
  access: 'member',
  response: z.object({ items: z.array(linkedCardSchema) }),
  errors: ['unauthorized'],
})

export const getPartnerCards = defineContract({
  method: 'GET',
  path: '/api/Cards/AllPartnerCards',
  summary: 'The cards that the signed-in member has at the partner, where the partner lists them.',
  access: 'member',
  response: z.object({ items: z.array(listedPartnerCardSchema) }),
  errors: ['unauthorized', 'not_found', 'unavailable'],
})

const chosenCards = z
  .array(z.union([frameCardSchema, partnerCardChoiceSchema]))
  .check(z.minLength(1), z.maxLength(12))

export const postCards = defineContract({
  method: 'POST',
  path: '/api/Member/Cards',
  summary: 'Links cards. Each card has its own result: one that fails does not stop the others.',
  access: 'member',
  body: z.object({
    creditCards: chosenCards,
    directFileFeedOptIn: z.boolean(),
    ...botCheckAnswer,
  }),
  response: z.object({ cardRegistration: z.array(cardRegistrationSchema) }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'bot_check_required',
    'card_opt_in_required',
    'card_number_refused',
    'unavailable',
  ],
})

const lastFour = frameCardSchema.shape.lastFour

/** Entries without `lastFour` are left out (account §5). */
const reenrolledCards = z
  .array(
    z.union([
      frameCardSchema,
      z.object({ ...partnerCardChoiceSchema.shape, lastFour }),
      z.object({ lastFour: z.optional(z.nullable(z.literal(''))) }),
    ]),
  )
  .check(z.minLength(1), z.maxLength(12))
export type ReenrolledCard = z.infer<typeof reenrolledCards>[number]

export const postReenroll = defineContract({
  method: 'POST',
  path: '/api/Member/Reenroll',
  summary:
    'Links cards to a closed account, which opens it again with what it had earned. Entries without `lastFour` are left out.',
  access: 'member',
  body: z.object({ creditCards: reenrolledCards, ...botCheckAnswer }),
  response: z.object({ cardRegistration: z.array(cardRegistrationSchema) }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'bot_check_required',
    'card_number_refused',
  ],
})

export const putCard = defineContract({
  method: 'PUT',
  path: '/api/Member/Cards',
  summary: 'Names a linked card. Without a name it is called by its brand.',
  access: 'member',
  query: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  body: z.object({ name: optionalText('Name', 30) }),
  response: z.object({ name: z.nullable(z.string()) }),
  errors: ['validation_failed', 'unauthorized', 'csrf_invalid', 'card_not_found', 'card_number_refused'],
})

export const deleteCard = defineContract({
  method: 'DELETE',
  path: '/api/Member/Cards',
  summary: 'Removes a linked card. Removing the last one closes the account; rewards already earned stay.',
  access: 'member',
  query: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ accountClosed: z.boolean() }),
  errors: ['validation_failed', 'unauthorized', 'csrf_invalid', 'card_not_found'],
})
