/* How the console names settings. Sentences say what members notice. */

export const settingGroups = [
  'Program',
  'Joining and sign-in',
  'Cards',
  'Rewards',
  'Bonuses',
  'Payment and settlement',
  'Reservations',
  'Messages',
  'Pages',
  'Operations',
  'Staff',
] as const
export type SettingGroup = (typeof settingGroups)[number]

export interface SettingDescription {
  readonly group: SettingGroup
  readonly label: string
  readonly help: string
}

type Described = Readonly<Record<string, readonly [label: string, help?: string]>>

const described: Readonly<Record<SettingGroup, Described>> = {
  Program: {
    name: ['Partner’s name'],
    programName: ['Program’s name'],
    hostNames: [
      'Host names',
      'Where the site answers in production, the first in mails. Lower case, no port.',
    ],
    'customerSupport.phone.href': ['Support phone, as a link', 'Such as tel:+18005550119.'],
    'customerSupport.phone.formatted': ['Support phone, as shown'],
    'customerSupport.email.href': ['Support email, as a link', 'Such as mailto:dining@example.com.'],
    'customerSupport.email.display': ['Support email, as shown'],
    'customerSupport.shortCode': ['Short code of texts'],
    securityContact: ['Security contact', 'Where vulnerabilities are reported. Empty: customer support.'],
    adsPrefix: ['Prefix of ads'],
    legal: ['Terms and privacy', 'Addresses and versions; change a version with its document.'],
    startsOn: ['First day', 'Card events of an earlier day are parked, and earn nothing.'],
    timeZone: ['Time zone', 'Where the year of VIPs ends.'],
  },
  'Joining and sign-in': {
    enrollmentType: ['How people join', 'Here (direct), at the partner (sso), or not at all (none).'],
    hasAutoEnroll: ['Enroll on first sign-in'],
    singleSignOn: ['Single sign-on', 'OpenID Connect. The client’s secret is in the environment.'],
    memberNumber: ['Member number', 'The partner’s own: label, format, example, required or not.'],
    hasPPN: ['Ask for the member number'],
    fullAddressRequired: ['Ask for the full address'],
    hasSmsOptIn: ['Ask whether to send texts'],
    hasSmsOptInV2: ['Ask for a number and whether to send texts'],
    showEmailOptIn: ['Ask whether to send emails'],
    formPrivacyNotice: ['Privacy notice under forms'],
    'session.minutes': ['Session, minutes', 'Each use renews it.'],
    'session.rememberDays': ['Remembered session, days'],
    'session.maxDays': ['Longest remembered session, days'],
    erasureGraceDays: ['Days to cancel an erasure'],
    passkeys: ['Passkeys', 'Preferred: the sign-in page shows them first.'],
    'signInLock.maxFailures': ['Wrong passwords before a lock'],
    'signInLock.windowMinutes': ['Minutes in which they count'],
    'signInLock.lockMinutes': ['Minutes of a lock'],
    copyStates: ['States of visitors that content tells apart'],
  },
  Cards: {
    cardTypesAccepted: ['Card brands'],
    hasPartnerLoadedCards: ['The partner lists members’ cards'],
    partnerCardsEndpoint: ['Address of the partner’s card list'],
    maxLinkedCards: ['Most linked cards of a member'],
  },
  Rewards: {
    currencyType: ['What members earn'],
    currencyWords: ['Words for it', 'Singular, plural, and that of a bonus. Empty: the usual words.'],
    billCurrency: ['Currency of bills that earn', 'Three letters, such as USD.'],
    'rewards.rounding': ['Rounding'],
    'rewards.earnRates.0': ['Earn rate: opted out', 'Units for cents of net spend.'],
    'rewards.earnRates.2': ['Earn rate: members', 'Units for cents of net spend.'],
    'rewards.earnRates.3': ['Earn rate: VIPs', 'Units for cents of net spend.'],
    showEarnRate: ['Show the earn rate'],
    hasVIP: ['VIP tier'],
    'vipQualification.dinesRequired': ['Dines a year for VIP'],
    'vipQualification.dollarsRequired': ['Dollars a year for VIP', 'Either is enough. 0: dines only.'],
    'claims.minDays': ['Days before a missing dine can be reported'],
    'claims.maxDays': ['Days after which it cannot'],
    'claims.maxPerMonth': ['Reports of a member in 30 days'],
    'claims.networkDays': ['Days for the card network to answer'],
    'claims.staffDays': ['Days for staff to answer'],
    'claims.receiptDays': ['Days that receipts are kept'],
    'reviews.form': ['Where members review'],
    'reviews.externalUrl': ['Address of external reviews', 'With {transactionId}.'],
    'reviews.days': ['Days to review a dine'],
    'reviews.since': ['Reviews of dines since'],
  },
  Bonuses: {
    newMemberBonus: ['New member bonus', 'Who counts as new: hours since joining, and how they joined.'],
    bonuses: ['Bonuses', 'Edit them under Bonuses.'],
    referral: ['Referral', 'What each earns, and how many friends a year. Empty: no referrals.'],
    hasFlexOffers: ['Flex offers'],
    acclaimedEnabled: ['Acclaimed restaurants'],
    acclaimed2Enabled: ['Acclaimed restaurants, second version'],
  },
  'Payment and settlement': {
    'settlement.via': ['How the partner learns of rewards'],
    'settlement.endpoint': ['Address for settlement by HTTP'],
    'settlement.sandbox.answerAfterMinutes': ['Demo partner: minutes to answer', 'Empty: it never answers.'],
    'settlement.sandbox.refusals': ['Demo partner: refusals', 'Codes by member number.'],
    'payout.thresholdCents': ['Payout threshold', 'The whole balance is paid once it is reached.'],
    'payout.delivery': ['Payout to'],
    'merchantFee.basisPoints': ['Restaurants’ fee, basis points', '1000 is 10% of members’ net spend.'],
  },
  Reservations: {
    openTableReservationsEnabled: ['Reservations'],
    hasReservationBonus: ['Reservation bonus'],
    'reservations.slotCount': ['Times offered'],
    'reservations.maxPartySize': ['Largest party'],
    'reservations.bonusLeadHours': ['Hours ahead for the bonus'],
    'reservations.bonusAmount': ['Bonus, in units'],
    'reservations.overlapHours': ['Hours between two tables'],
    'reservations.provider': ['Who keeps the book'],
    'reservations.maxDaysAhead': ['Days ahead'],
    'reservations.holdMinutes': ['Minutes that a table is held'],
    'reservations.cancelLeadMinutes': ['Minutes ahead to cancel'],
  },
  Messages: {
    textSender: ['Sender of texts', 'A number, a short code or a Twilio messaging service.'],
    mailSender: ['Sender of emails', 'Its domain must allow the mail server.'],
    'rewardMails.earned': ['Email about what was earned'],
    'rewardMails.bonusEndsDays': ['Days before a bonus ends to email', '0: none.'],
  },
  Pages: {
    map: ['Map'],
    homePage: ['Home page'],
    hasDiscoverPage: ['Discover page'],
    hasMerchantFavorites: ['Favorites'],
    hasPWAInstallBanner: ['Offer to install the app'],
    appAnnouncementModal: ['Announce the app'],
    ssoAnnouncement: ['Announce single sign-on'],
    generalModalType: ['Popup', 'The name of the content entry that pops up.'],
    showPartnerLogoInFooter: ['Partner’s logo in the footer'],
    minimumAppVersion: ['Oldest app that may be used'],
    appStoreLinks: ['App stores'],
    routeMeta: ['Titles and descriptions of pages'],
    surveyProvider: ['Surveys'],
    typeformCode: ['Typeform code'],
    cmsRoute: ['Path of the content API'],
    cmsPreview: ['Content preview'],
    contentPictureOrigins: ['Where pictures in content come from'],
  },
  Operations: {
    'maintenance.everywhere': [
      'Maintenance of the whole site',
      'Members see a page that says so, and nothing else.',
    ],
    'maintenance.paths': ['Pages in maintenance'],
    asksForConsent: ['Ask for consent to tracking'],
    nativeAppToken: ['Native app’s user agent'],
    emulationOrigins: ['Origins that may end an emulation'],
    botCheck: ['Bot check'],
  },
  Staff: {
    staffRoles: ['Own roles', 'Permissions by role, beside the roles that every program has.'],
  },
}

const byPath = new Map<string, SettingDescription>(
  settingGroups.flatMap(group =>
    Object.entries(described[group]).map(
      ([path, [label, help = '']]) => [path, { group, label, help }] as const,
    ),
  ),
)

/** @throws for a setting without a description, which a test names. */
export function describeSetting(path: string): SettingDescription {
  const found = byPath.get(path)
  if (!found) throw new Error(`setting-descriptions.ts has nothing about "${path}"`)
  return found
}

export const describedSettings: readonly string[] = [...byPath.keys()]
