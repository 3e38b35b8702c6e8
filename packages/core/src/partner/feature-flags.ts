import type { FeatureFlags } from './feature-flags.contract.ts'
import { earnsRewards, takesReservations } from './partner-questions.ts'
import type { PartnerSettings } from './partner-settings.ts'

/** Copied field by field: hosts, locks, rates and preview settings stay on the server. */
export function featureFlagsOf(settings: PartnerSettings): FeatureFlags {
  return {
    authFlags: {
      enrollmentType: settings.enrollmentType,
      fullAddressRequired: settings.fullAddressRequired,
      hasPPN: settings.hasPPN,
      hasSmsOptIn: settings.hasSmsOptIn,
      hasSmsOptInV2: settings.hasSmsOptInV2,
      showEmailOptIn: settings.showEmailOptIn,
    },
    filters: {
      acclaimed: settings.acclaimedEnabled,
      benefits: earnsRewards({ settings }),
      reservations: takesReservations({ settings }),
      new: true,
      priceRange: true,
      features: true,
      mealsServed: true,
    },
    partnerFeatureFlags: {
      name: settings.name,
      acclaimedEnabled: settings.acclaimedEnabled,
      acclaimed2Enabled: settings.acclaimed2Enabled,
      appAnnouncementModal: settings.appAnnouncementModal,
      asksForConsent: settings.asksForConsent,
      cardTypesAccepted: settings.cardTypesAccepted,
      cmsRoute: settings.cmsRoute,
      copyStates: settings.copyStates,
      currencyType: settings.currencyType,
      generalModalType: settings.generalModalType,
      hasDiscoverPage: settings.hasDiscoverPage,
      hasFlexOffers: settings.hasFlexOffers,
      hasMerchantFavorites: settings.hasMerchantFavorites,
      hasPWAInstallBanner: settings.hasPWAInstallBanner,
      hasPartnerLoadedCards: settings.hasPartnerLoadedCards,
      hasReservationBonus: settings.hasReservationBonus,
      hasVIP: settings.hasVIP,
      homePage: settings.homePage,
      maintenance: settings.maintenance,
      maxLinkedCards: settings.maxLinkedCards,
      minimumAppVersion: settings.minimumAppVersion,
      openTableReservationsEnabled: settings.openTableReservationsEnabled,
      showEarnRate: settings.showEarnRate,
      ssoAnnouncement: settings.ssoAnnouncement,
      typeformCode: settings.typeformCode,
    },
  }
}
