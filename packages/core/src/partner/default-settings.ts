import type { PartnerSettings } from './partner-settings.ts'

/** What every partner starts from (shell §3.2, §9). Only the fields left out here must stand in a partner's folder. */
export const defaultSettings: Omit<PartnerSettings, 'name' | 'programName' | 'customerSupport'> = {
  hostNames: [],
  adsPrefix: null,

  enrollmentType: 'direct',
  hasAutoEnroll: false,
  memberNumber: null,
  hasPPN: true,
  fullAddressRequired: false,
  hasSmsOptIn: false,
  hasSmsOptInV2: false,
  showEmailOptIn: true,
  formPrivacyNotice: false,
  session: { minutes: 15, rememberDays: 90 },
  signInLock: { maxFailures: 5, windowMinutes: 15, lockMinutes: 30 },

  currencyType: 'Mile',
  currencyWords: null,
  cardTypesAccepted: ['AMEX', 'DISC', 'MAST', 'VISA'],
  hasPartnerLoadedCards: false,
  maxLinkedCards: 12,
  rewards: {
    rounding: 'down',
    earnRates: {
      '0': { numerator: 1, denominator: 200 },
      '2': { numerator: 3, denominator: 100 },
      '3': { numerator: 3, denominator: 100 },
    },
    payoutBreakpointCents: 2000,
  },
  showEarnRate: false,
  hasVIP: false,
  vipQualification: { dinesRequired: 11, dollarsRequired: 0 },
  newMemberBonus: null,
  hasFlexOffers: false,
  acclaimedEnabled: false,
  acclaimed2Enabled: false,

  openTableReservationsEnabled: false,
  hasReservationBonus: false,
  reservations: { slotCount: 5, maxPartySize: 18, bonusLeadHours: 6, bonusAmount: 50, overlapHours: 2 },

  homePage: 'home',
  hasDiscoverPage: false,
  hasMerchantFavorites: false,
  hasPWAInstallBanner: false,
  appAnnouncementModal: false,
  ssoAnnouncement: false,
  generalModalType: null,
  showPartnerLogoInFooter: true,
  minimumAppVersion: null,
  appStoreLinks: null,
  navigation: {
    main: [
      { textDesktop: 'Find a restaurant', textMobile: 'Restaurants', url: '/search' },
      { textDesktop: 'How it works', textMobile: 'How it works', url: '/how-it-works' },
      { textDesktop: 'Ways to earn', textMobile: 'Earn', url: '/earn' },
    ],
    footerPrimary: [
      { text: 'Find a restaurant', url: '/search' },
      { text: 'How it works', url: '/how-it-works' },
      { text: 'Ways to earn', url: '/earn' },
    ],
    footerSecondary: [],
  },
  routeMeta: {},
  typeformCode: null,
  copyStates: ['anonymous', 'optedOut', 'newMemberBonus', 'emailOptIn'],
  cmsRoute: '/api/cms',
  cmsPreview: false,
}
