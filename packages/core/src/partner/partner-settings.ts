import * as z from 'zod/mini'
import { isTimezone } from '../shared/local-date.ts'
import { bonusDefinitionSchema } from './bonus-definition.ts'
import { hasFormat } from './member-number.rules.ts'
import {
  address,
  count,
  date,
  issuer,
  memberNumberFormat,
  origin,
  ownRoles,
  path,
  positive,
  routeMeta,
  text,
} from './setting-types.ts'

/* Every field exists for every partner; folders hold differences only. Code asks through `partner-questions.ts`. */

export const currencyTypes = ['Dollar', 'Mile', 'Point', 'Credit'] as const
export const cardBrandCodes = ['AMEX', 'DISC', 'MAST', 'VISA'] as const
export const payoutDeliveries = ['Card', 'Email'] as const
export const copyStates = ['anonymous', 'optedOut', 'newMemberBonus', 'emailOptIn'] as const
export type CurrencyType = (typeof currencyTypes)[number]
export type CardBrandCode = (typeof cardBrandCodes)[number]
/** Opt-in levels: 0 opted out, 1 not activated, 2 opted in, 3 VIP (shell §3.3). */
export type TierLevel = 0 | 1 | 2 | 3

/** reward = round(netCents × numerator ÷ denominator), in points or miles, or in cents for Dollar and Credit. */
const earnRate = z.strictObject({ numerator: count, denominator: positive })
export type EarnRate = z.infer<typeof earnRate>

export const partnerSettingsSchema = z
  .strictObject({
    // Who the partner is.
    name: text,
    programName: text,
    /** Hosts that are this partner in production; lower case, no port. */
    hostNames: z.array(
      z.string().check(z.regex(/^[a-z0-9.-]+$/, 'must be a lower-case host name without a port')),
    ),
    customerSupport: z.strictObject({
      phone: z.strictObject({ href: z.string().check(z.regex(/^tel:\+?\d+$/)), formatted: text }),
      email: z.strictObject({ href: z.string().check(z.regex(/^mailto:\S+@\S+$/)), display: text }),
      shortCode: z.nullable(text),
    }),
    /** Who is told of a vulnerability; null: customer support. */
    securityContact: z.nullable(
      z.string().check(z.regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be a mailto: or https address')),
    ),
    adsPrefix: z.nullable(text),
    /** Where texts come from: a number, a short code or a Twilio messaging service. Null: `customerSupport.shortCode`. */
    textSender: z.nullable(
      z
        .string()
        .check(
          z.regex(
            /^(\+\d{8,15}|\d{5,6}|MG[0-9a-f]{32})$/,
            'must be a number such as +12125550123, a short code, or MG and 32 characters',
          ),
        ),
    ),
    /** Who mails come from; null: customer support, under the program's name. Its domain must allow the mail server. */
    mailSender: z.nullable(
      z.strictObject({
        name: text,
        address: z.string().check(z.regex(/^[^\s@<>"]+@[a-z0-9.-]+$/i, 'must be an email address')),
      }),
    ),

    // How people join and sign in.
    enrollmentType: z.enum(['direct', 'sso', 'none']),
    hasAutoEnroll: z.boolean(),
    /** OpenID Connect; null where members do not sign in at the partner. The client's secret is in the environment. */
    singleSignOn: z.nullable(
      z.strictObject({ issuer, clientId: text, scope: text, memberNumberClaim: z.nullable(text) }),
    ),
    /** The partner's own member number; null where it has none. */
    memberNumber: z.nullable(
      z.strictObject({ label: text, format: memberNumberFormat, example: text, required: z.boolean() }),
    ),
    hasPPN: z.boolean(),
    fullAddressRequired: z.boolean(),
    hasSmsOptIn: z.boolean(),
    hasSmsOptInV2: z.boolean(),
    showEmailOptIn: z.boolean(),
    /** Shows the copy `form.privacyNotice` under forms. */
    formPrivacyNotice: z.boolean(),
    /** Each use renews both; `maxDays` after the sign-in a remembered session ends all the same, another after a day. */
    session: z.strictObject({ minutes: positive, rememberDays: positive, maxDays: positive }),
    /** A member who asked to be erased can cancel that long. */
    erasureGraceDays: count,
    /** Sign-in without a password. `preferred`: the sign-in page shows it first. Only where members sign in here. */
    passkeys: z.enum(['off', 'offered', 'preferred']),
    signInLock: z.strictObject({ maxFailures: positive, windowMinutes: positive, lockMinutes: positive }),

    // Cards and rewards.
    /** Null where nothing is earned. */
    currencyType: z.nullable(z.enum(currencyTypes)),
    /** Null: the default words. */
    currencyWords: z.nullable(z.strictObject({ singular: text, plural: text, bonus: text })),
    cardTypesAccepted: z.array(z.enum(cardBrandCodes)).check(z.minLength(1)),
    hasPartnerLoadedCards: z.boolean(),
    /** Lists a member's cards at the partner; null: the sandbox, and none in production. */
    partnerCardsEndpoint: z.nullable(issuer),
    maxLinkedCards: positive.check(z.maximum(100)),
    /** In which members' bills earn (ISO 4217). */
    billCurrency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    rewards: z.strictObject({
      rounding: z.enum(['down', 'nearest']),
      earnRates: z.strictObject({ '0': earnRate, '2': earnRate, '3': earnRate }),
    }),
    /** How the partner learns what its members earned, and answers; of no effect for Dollar and Credit. */
    settlement: z.strictObject({
      /** Files in the exchange folder, HTTP, or not at all. */
      via: z.enum(['folder', 'http', 'none']),
      endpoint: z.nullable(issuer),
      /** The demo's partner. `refusals`: codes by member number or member id. */
      sandbox: z.strictObject({ answerAfterMinutes: z.nullable(count), refusals: z.record(text, text) }),
    }),
    /** Dines that are missing. */
    claims: z.strictObject({
      /** From how many days after the dine members may report it, and until how many. */
      minDays: count,
      maxDays: positive,
      /** Of one member in 30 days. */
      maxPerMonth: count,
      /** How long the card network, and then a person, may take to answer. */
      networkDays: positive,
      staffDays: positive,
      /** How long a receipt is stored after the answer. */
      receiptDays: count,
    }),
    /** Dollar and Credit: the whole balance is paid once it reaches the threshold. `Card` needs a linked Visa or Mastercard. */
    payout: z.strictObject({ thresholdCents: positive, delivery: z.enum(payoutDeliveries) }),
    /** What restaurants pay of their members' net spend, where their terms say nothing else. 1000 is 10 %. */
    merchantFee: z.strictObject({ basisPoints: count.check(z.maximum(10_000)) }),
    reviews: z.strictObject({
      /** Where members review a dine: here, or at `externalUrl` in a new tab, with {transactionId} filled in. */
      form: z.enum(['own', 'external']),
      externalUrl: z.nullable(address),
      /** How many days after the dine, and from which day on (account §9). */
      days: positive,
      since: date,
    }),
    showEarnRate: z.boolean(),
    hasVIP: z.boolean(),
    /** Card events of an earlier day are parked. */
    startsOn: date,
    /** Where the year of VIPs ends. */
    timeZone: z.string().check(z.refine(isTimezone, 'must be a time zone such as America/New_York')),
    vipQualification: z.strictObject({ dinesRequired: positive, dollarsRequired: count }),
    /** Null: no such bonus. `windowHours` null: always. `enrollmentSources` empty: however they joined. */
    newMemberBonus: z.nullable(
      z.strictObject({ windowHours: z.nullable(positive), enrollmentSources: z.array(text) }),
    ),
    bonuses: z.array(bonusDefinitionSchema).check(
      z.refine(list => new Set(list.map(({ code }) => code)).size === list.length, 'has a code twice'),
      z.refine(
        list => list.every(({ appOnly, needsRegistration }) => !appOnly || needsRegistration),
        'has a bonus with appOnly and without needsRegistration: it is registered for in the app',
      ),
    ),
    /**
     * A member invites friends; a friend's first dine that earns rewards both, in the partner's unit. Null: no referrals.
     * Past `yearlyLimit` friends in a calendar year only the friend is rewarded.
     */
    referral: z.nullable(
      z.strictObject({ referrerUnits: positive, friendUnits: positive, yearlyLimit: positive }),
    ),
    /** To members who opted in to mails. */
    rewardMails: z.strictObject({
      /** What a dine earned, once it is posted. */
      earned: z.enum(['everyDine', 'firstDine', 'none']),
      /** So many days before a bonus ends that the member registered for; 0: none. */
      bonusEndsDays: count,
    }),
    hasFlexOffers: z.boolean(),
    acclaimedEnabled: z.boolean(),
    acclaimed2Enabled: z.boolean(),

    // Reservations.
    openTableReservationsEnabled: z.boolean(),
    hasReservationBonus: z.boolean(),
    reservations: z.strictObject({
      slotCount: positive,
      maxPartySize: positive,
      /** A booking made later than this before the table earns no bonus. */
      bonusLeadHours: count,
      /** In the partner's unit. */
      bonusAmount: count,
      overlapHours: count,
      /** Who keeps the book: the product itself, or OpenTable, by link and widget. */
      provider: z.enum(['book', 'openTable']),
      /** How far ahead tables are booked (shell §9: one year). */
      maxDaysAhead: positive,
      holdMinutes: positive,
      /** Later than this before the table it is not canceled here. */
      cancelLeadMinutes: count,
    }),

    // The map.
    map: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('own') }),
      z.strictObject({ kind: z.literal('style'), styleUrl: address, origins: z.array(origin) }),
      z.strictObject({ kind: z.literal('pmtiles'), tilesUrl: address }),
    ]),

    // Pages.
    homePage: z.enum(['home', 'discover']),
    hasDiscoverPage: z.boolean(),
    hasMerchantFavorites: z.boolean(),
    hasPWAInstallBanner: z.boolean(),
    appAnnouncementModal: z.boolean(),
    ssoAnnouncement: z.boolean(),
    generalModalType: z.nullable(text),
    showPartnerLogoInFooter: z.boolean(),
    minimumAppVersion: z.nullable(
      z.string().check(z.regex(/^\d+(\.\d+)*$/, 'must be a version such as 4.2.0')),
    ),
    appStoreLinks: z.nullable(z.strictObject({ apple: address, google: address })),
    /** Null where members cannot join. */
    legal: z.nullable(
      z.strictObject({
        termsUrl: address,
        privacyUrl: address,
        /** Kept with each member's acceptance; change it with the document. */
        termsVersion: text,
        privacyVersion: text,
      }),
    ),
    routeMeta: z.record(path, routeMeta),
    surveyProvider: z.enum(['self', 'typeform']),
    typeformCode: z.nullable(text),
    copyStates: z.array(z.enum(copyStates)),
    cmsRoute: path,
    cmsPreview: z.boolean(),
    /** Such as https://cdn.buttercms.com. */
    contentPictureOrigins: z.array(origin),

    // Operations.
    maintenance: z.strictObject({ everywhere: z.boolean(), paths: z.array(path) }),
    asksForConsent: z.boolean(),
    /** Roles of this program's staff, beside those that every program has. */
    staffRoles: ownRoles,
    /** In the native app's user agent, before a slash and its version. */
    nativeAppToken: z.string().check(z.regex(/^[A-Za-z][\w-]{1,40}$/)),
    /** May end an emulated session; as browsers write them. */
    emulationOrigins: z.array(origin),
    /** Secret keys are in the environment. */
    botCheck: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('altcha') }),
      z.strictObject({ kind: z.literal('recaptcha'), siteKey: text }),
    ]),
  })
  .check(
    z.refine(s => s.enrollmentType === 'none' || s.currencyType !== null, {
      path: ['currencyType'],
      message: 'must be set where people can join: they earn something',
    }),
    z.refine(s => s.homePage !== 'discover' || s.hasDiscoverPage, {
      path: ['homePage'],
      message: 'cannot be "discover" while hasDiscoverPage is false',
    }),
    z.refine(s => s.minimumAppVersion === null || s.appStoreLinks !== null, {
      path: ['minimumAppVersion'],
      message: 'needs appStoreLinks: an app that is too old is sent to its store',
    }),
    z.refine(s => !s.ssoAnnouncement || s.enrollmentType === 'sso', {
      path: ['ssoAnnouncement'],
      message: 'needs enrollmentType "sso"',
    }),
    z.refine(s => s.settlement.via !== 'http' || s.settlement.endpoint !== null, {
      path: ['settlement', 'endpoint'],
      message: 'must be set where settlement is by HTTP',
    }),
    z.refine(s => s.reviews.form === 'own' || s.reviews.externalUrl !== null, {
      path: ['reviews', 'externalUrl'],
      message: 'must be set where reviews.form is "external"',
    }),
    z.refine(s => !s.memberNumber || hasFormat(s.memberNumber.format, s.memberNumber.example), {
      path: ['memberNumber', 'example'],
      message: 'does not have the format beside it',
    }),
  )

export type PartnerSettings = z.infer<typeof partnerSettingsSchema>
