import * as z from 'zod/mini'
import { prospectSchema } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import {
  externalId,
  id,
  idempotent,
  listErrors,
  moment,
  pageFields,
  pageOf,
  plainText,
  readErrors,
  writeErrors,
} from './api-calls.ts'
import { cardResource, memberResource } from './resources.ts'

const { shape } = prospectSchema
const memberParams = z.object({ id })
const cause = plainText(500)

export const getApiMembers = defineContract({
  method: 'GET',
  path: '/v1/members',
  summary: 'Members, by the time of their last change. Erased ones are in it, without a person.',
  access: { key: 'members:read' },
  query: z.strictObject({
    ...pageFields,
    updatedSince: z.optional(moment),
    memberNumber: z.optional(plainText(30)),
    externalId: z.optional(externalId),
    email: z.optional(plainText(100)),
  }),
  response: pageOf(memberResource),
  errors: listErrors,
})

export const getApiMember = defineContract({
  method: 'GET',
  path: '/v1/members/:id',
  summary: 'A member.',
  access: { key: 'members:read' },
  params: memberParams,
  response: z.object({ member: memberResource }),
  errors: readErrors,
})

/** What the program vouches for (docs/decisions/097). */
const person = {
  firstName: shape.firstName,
  lastName: shape.lastName,
  email: shape.email,
  /** The program has proved that the address is the person’s: it counts as confirmed. */
  emailVerified: z.optional(z.boolean()),
  phoneNumber: shape.phoneNumber,
  address1: shape.address1,
  address2: shape.address2,
  city: shape.city,
  state: shape.state,
  zipCode: shape.zipCode,
}

export const postApiMember = defineContract({
  method: 'POST',
  path: '/v1/members',
  summary: 'Enrolls a person whom the program knows, with what they agreed to and when.',
  access: { key: 'members:write' },
  ...idempotent,
  body: z.strictObject({
    externalId,
    ...person,
    memberNumber: shape.memberNumber,
    emailOptIn: z.boolean(),
    smsOptIn: z.boolean(),
    consent: z.strictObject({ termsVersion: plainText(100), at: moment }),
  }),
  response: z.object({ member: memberResource }),
  successStatus: 201,
  errors: [
    ...writeErrors,
    'zip_not_in_us',
    'email_in_use',
    'member_number_in_use',
    'external_id_in_use',
    'unavailable',
  ],
})

export const patchApiMember = defineContract({
  method: 'PATCH',
  path: '/v1/members/:id',
  summary: 'Changes what is sent, and nothing else.',
  access: { key: 'members:write' },
  ...idempotent,
  params: memberParams,
  body: z.strictObject({
    externalId: z.optional(externalId),
    firstName: z.optional(person.firstName),
    lastName: z.optional(person.lastName),
    email: z.optional(person.email),
    emailVerified: person.emailVerified,
    phoneNumber: person.phoneNumber,
    address1: person.address1,
    address2: person.address2,
    city: person.city,
    state: person.state,
    zipCode: z.optional(person.zipCode),
    memberNumber: shape.memberNumber,
    emailOptIn: z.optional(z.boolean()),
    smsOptIn: z.optional(z.boolean()),
    /** By decision of the program: 3 is VIP until then, or through the end of next year; 2 ends it. */
    tier: z.optional(
      z.strictObject({
        level: z.union([z.literal(2), z.literal(3)]),
        until: z.optional(moment),
        cause,
      }),
    ),
  }),
  response: z.object({ member: memberResource }),
  errors: [
    ...writeErrors,
    'zip_not_in_us',
    'email_in_use',
    'member_number_in_use',
    'external_id_in_use',
    'member_closed',
    'unavailable',
  ],
})

const withReason = {
  method: 'POST',
  access: { key: 'members:write' },
  ...idempotent,
  params: memberParams,
  body: z.strictObject({ reason: cause }),
} as const

export const postApiMemberClose = defineContract({
  ...withReason,
  path: '/v1/members/:id/close',
  summary: 'Closes an account and ends its sessions. What was earned stays.',
  response: z.object({ member: memberResource }),
  errors: writeErrors,
})

export const postApiMemberErasure = defineContract({
  ...withReason,
  path: '/v1/members/:id/erasure',
  summary: 'Asks for a member to be erased. Until the day that is answered the member can take it back.',
  response: z.object({ member: memberResource, erasureAt: z.string() }),
  errors: writeErrors,
})

export const postApiMemberExport = defineContract({
  ...withReason,
  path: '/v1/members/:id/export',
  summary: 'Everything that is stored about a member.',
  response: z.object({ export: z.looseObject({}) }),
  errors: writeErrors,
})

export const postApiSessionLink = defineContract({
  method: 'POST',
  path: '/v1/members/:id/session-links',
  summary:
    'An address that signs the member in once, in one browser, within 60 seconds, and leads to a page of the site.',
  access: { key: 'sessions:write' },
  ...idempotent,
  params: memberParams,
  body: z.strictObject({
    /** A path of the member’s site, such as /account. */
    returnTo: z._default(z.string().check(z.maxLength(500)), '/'),
  }),
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  successStatus: 201,
  errors: [...writeErrors, 'member_closed'],
})

export const getApiCards = defineContract({
  method: 'GET',
  path: '/v1/members/:id/cards',
  summary: 'Cards of a member, also those that were removed.',
  access: { key: 'cards:read' },
  params: memberParams,
  query: z.strictObject(pageFields),
  response: pageOf(cardResource),
  errors: listErrors,
})

export const postApiCard = defineContract({
  method: 'POST',
  path: '/v1/members/:id/cards',
  summary: 'Links a card by a token of the card frame. Numbers are refused.',
  access: { key: 'cards:write' },
  ...idempotent,
  params: memberParams,
  body: z.strictObject({
    cardId: plainText(1_000),
    cardType: cardResource.shape.cardType,
    lastFour: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  }),
  response: z.object({ card: cardResource }),
  successStatus: 201,
  errors: [
    ...writeErrors,
    'member_closed',
    'card_token_invalid',
    'card_already_linked',
    'card_already_yours',
    'card_brand_not_accepted',
    'card_limit_reached',
  ],
})

export const deleteApiCard = defineContract({
  method: 'DELETE',
  path: '/v1/members/:id/cards/:cardId',
  summary: 'Removes a card. With the last one the account is closed.',
  access: { key: 'cards:write' },
  params: z.object({ id, cardId: id }),
  response: z.object({ card: cardResource, accountClosed: z.boolean() }),
  errors: [...writeErrors, 'card_not_found'],
})
