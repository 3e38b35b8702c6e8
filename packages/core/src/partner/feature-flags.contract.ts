import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { cardBrandCodes, copyStates, currencyTypes } from './partner-settings.ts'

/** Every field for every partner (shell §3.2). */
export const featureFlagsSchema = z.object({
  authFlags: z.object({
    enrollmentType: z.enum(['direct', 'sso', 'none']),
    fullAddressRequired: z.boolean(),
    hasPPN: z.boolean(),
    hasSmsOptIn: z.boolean(),
    hasSmsOptInV2: z.boolean(),
    showEmailOptIn: z.boolean(),
  }),
  filters: z.object({
    acclaimed: z.boolean(),
    benefits: z.boolean(),
    reservations: z.boolean(),
    new: z.boolean(),
    priceRange: z.boolean(),
    features: z.boolean(),
    mealsServed: z.boolean(),
  }),
  partnerFeatureFlags: z.object({
    name: z.string(),
    acclaimedEnabled: z.boolean(),
    acclaimed2Enabled: z.boolean(),
    appAnnouncementModal: z.boolean(),
    asksForConsent: z.boolean(),
    cardTypesAccepted: z.array(z.enum(cardBrandCodes)),
    cmsRoute: z.string(),
    copyStates: z.array(z.enum(copyStates)),
    /** Null where nothing is earned. */
    currencyType: z.nullable(z.enum(currencyTypes)),
    generalModalType: z.nullable(z.string()),
    hasDiscoverPage: z.boolean(),
    hasFlexOffers: z.boolean(),
    hasMerchantFavorites: z.boolean(),
    hasPWAInstallBanner: z.boolean(),
    hasPartnerLoadedCards: z.boolean(),
    hasReservationBonus: z.boolean(),
    hasVIP: z.boolean(),
    homePage: z.enum(['home', 'discover']),
    maintenance: z.object({ everywhere: z.boolean(), paths: z.array(z.string()) }),
    maxLinkedCards: z.number(),
    minimumAppVersion: z.nullable(z.string()),
    openTableReservationsEnabled: z.boolean(),
    showEarnRate: z.boolean(),
    ssoAnnouncement: z.boolean(),
    typeformCode: z.nullable(z.string()),
  }),
})
export type FeatureFlags = z.infer<typeof featureFlagsSchema>

export const getFeatureFlags = defineContract({
  method: 'GET',
  path: '/api/feature-flags',
  summary: 'What the partner has switched on, as in force now.',
  access: 'public',
  response: featureFlagsSchema,
  errors: [],
})
