import type { Partner } from './partner.ts'
import { type PartnerPlaceholder, partnerPlaceholders } from './partner-placeholders.ts'
import type { PartnerSettings } from './partner-settings.ts'

/** Without hosts, senders, locks and how rewards are computed. */
export type BrowserSettings = Omit<
  PartnerSettings,
  | 'hostNames'
  | 'mailSender'
  | 'textSender'
  | 'securityContact'
  | 'signInLock'
  | 'billCurrency'
  | 'rewards'
  | 'partnerCardsEndpoint'
  | 'settlement'
  | 'payout'
  | 'merchantFee'
  | 'newMemberBonus'
  | 'bonuses'
  | 'rewardMails'
  | 'startsOn'
  | 'timeZone'
  | 'hasAutoEnroll'
  | 'singleSignOn'
  | 'cmsPreview'
  | 'contentPictureOrigins'
  | 'staffRoles'
>

export interface BrowserPartner {
  readonly slug: string
  readonly settings: BrowserSettings
  readonly payoutThresholdCents: number
  readonly placeholders: Readonly<Record<PartnerPlaceholder, string>>
  /** Reserves the logo's room. */
  readonly logo: { readonly width: number; readonly height: number }
  /** For the browser's own frame. */
  readonly themeColor: string
  readonly scheme: 'light' | 'dark'
}

/** Field by field: a new setting reaches browsers only when it is added here. */
export function toBrowserPartner(partner: Partner, now: Date): BrowserPartner {
  const { settings, theme, logo } = partner
  return {
    slug: partner.slug,
    settings: toBrowserSettings(settings),
    payoutThresholdCents: settings.payout.thresholdCents,
    placeholders: partnerPlaceholders(partner, partner.copy['login.staySignedIn'], now),
    logo: { width: logo.width, height: logo.height },
    themeColor: theme.colors.header,
    scheme: theme.scheme,
  }
}

function toBrowserSettings(settings: PartnerSettings): BrowserSettings {
  return {
    name: settings.name,
    programName: settings.programName,
    customerSupport: settings.customerSupport,
    adsPrefix: settings.adsPrefix,
    reviews: settings.reviews,
    claims: settings.claims,
    enrollmentType: settings.enrollmentType,
    memberNumber: settings.memberNumber,
    hasPPN: settings.hasPPN,
    fullAddressRequired: settings.fullAddressRequired,
    hasSmsOptIn: settings.hasSmsOptIn,
    hasSmsOptInV2: settings.hasSmsOptInV2,
    showEmailOptIn: settings.showEmailOptIn,
    formPrivacyNotice: settings.formPrivacyNotice,
    session: settings.session,
    erasureGraceDays: settings.erasureGraceDays,
    passkeys: settings.passkeys,
    currencyType: settings.currencyType,
    currencyWords: settings.currencyWords,
    cardTypesAccepted: settings.cardTypesAccepted,
    hasPartnerLoadedCards: settings.hasPartnerLoadedCards,
    maxLinkedCards: settings.maxLinkedCards,
    showEarnRate: settings.showEarnRate,
    hasVIP: settings.hasVIP,
    vipQualification: settings.vipQualification,
    referral: settings.referral,
    hasFlexOffers: settings.hasFlexOffers,
    acclaimedEnabled: settings.acclaimedEnabled,
    acclaimed2Enabled: settings.acclaimed2Enabled,
    openTableReservationsEnabled: settings.openTableReservationsEnabled,
    hasReservationBonus: settings.hasReservationBonus,
    reservations: settings.reservations,
    map: settings.map,
    homePage: settings.homePage,
    hasDiscoverPage: settings.hasDiscoverPage,
    hasMerchantFavorites: settings.hasMerchantFavorites,
    hasPWAInstallBanner: settings.hasPWAInstallBanner,
    appAnnouncementModal: settings.appAnnouncementModal,
    ssoAnnouncement: settings.ssoAnnouncement,
    generalModalType: settings.generalModalType,
    showPartnerLogoInFooter: settings.showPartnerLogoInFooter,
    minimumAppVersion: settings.minimumAppVersion,
    appStoreLinks: settings.appStoreLinks,
    legal: settings.legal,
    routeMeta: settings.routeMeta,
    surveyProvider: settings.surveyProvider,
    typeformCode: settings.typeformCode,
    copyStates: settings.copyStates,
    cmsRoute: settings.cmsRoute,
    maintenance: settings.maintenance,
    asksForConsent: settings.asksForConsent,
    nativeAppToken: settings.nativeAppToken,
    emulationOrigins: settings.emulationOrigins,
    botCheck: settings.botCheck,
  }
}
