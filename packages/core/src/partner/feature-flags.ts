import { authFlags, type FeatureFlags, partnerFeatureFlags } from './feature-flags.contract.ts'
import {
  earnsRewards,
  hasAcclaimed,
  hasAcclaimedForVips,
  smsOptInKind,
  takesReservations,
} from './partner-questions.ts'
import { valuesIn } from './settings/define-setting.ts'
import type { PartnerSettings } from './settings/partner-settings.ts'

export function featureFlagsOf(settings: PartnerSettings): FeatureFlags {
  const partner = { settings }
  return {
    authFlags: {
      ...(valuesIn(authFlags, settings) as FeatureFlags['authFlags']),
      hasSmsOptIn: smsOptInKind(partner) !== 'none',
      hasSmsOptInV2: smsOptInKind(partner) === 'toggle',
    },
    filters: {
      acclaimed: hasAcclaimed(partner),
      benefits: earnsRewards(partner),
      reservations: takesReservations(partner),
      new: true,
      priceRange: true,
      features: true,
      mealsServed: true,
    },
    partnerFeatureFlags: {
      ...(valuesIn(partnerFeatureFlags, settings) as FeatureFlags['partnerFeatureFlags']),
      acclaimedEnabled: hasAcclaimed(partner),
      acclaimed2Enabled: hasAcclaimedForVips(partner),
      cmsRoute: '/api/cms',
      openTableReservationsEnabled: takesReservations(partner),
    },
  }
}
