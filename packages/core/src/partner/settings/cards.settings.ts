import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { issuer, positive } from './setting-types.ts'

export const cardBrandCodes = ['AMEX', 'DISC', 'MAST', 'VISA'] as const
export type CardBrandCode = (typeof cardBrandCodes)[number]

export const cardsTopic = defineTopic('Cards', {
  cardTypesAccepted: defineSetting({
    schema: z.array(z.enum(cardBrandCodes)).check(z.minLength(1)),
    default: ['AMEX', 'DISC', 'MAST', 'VISA'],
    seenBy: 'partnerFeatureFlags',
    label: 'Card brands',
    effect: () => 'Cards that are linked stay linked.',
  }),
  hasPartnerLoadedCards: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'The partner lists members’ cards',
  }),
  partnerCardsEndpoint: defineSetting({
    schema: z.nullable(issuer),
    default: null,
    label: 'Address of the partner’s card list',
    help: 'Empty: the sandbox, and none in production.',
  }),
  maxLinkedCards: defineSetting({
    schema: positive.check(z.maximum(100)),
    default: 12,
    seenBy: 'partnerFeatureFlags',
    label: 'Most linked cards of a member',
    effect: () => 'Members who have more keep them.',
  }),
})
