import { formatCents, formatList, formatNumber, pluralForm } from '../shared/format.ts'
import { hasFormat } from './member-number.rules.ts'
import type { CardBrandCode } from './settings/cards.settings.ts'
import type { PartnerSettings } from './settings/partner-settings.ts'
import type { CurrencyType, EarnRate, TierLevel } from './settings/rewards.settings.ts'

export type { TierLevel }

/* Code asks these and never compares names, slugs or settings, so that a new kind of partner changes only this page. */

export type WithSettings<K extends keyof PartnerSettings> = { readonly settings: Pick<PartnerSettings, K> }

export const hasEnrollment = ({ settings }: WithSettings<'enrollmentType'>) =>
  settings.enrollmentType !== 'none'

export const canSelfEnroll = ({ settings }: WithSettings<'enrollmentType'>) =>
  settings.enrollmentType === 'direct'

export const usesSingleSignOn = ({ settings }: WithSettings<'enrollmentType'>) =>
  settings.enrollmentType === 'sso'

export const offersPasskeys = (partner: WithSettings<'enrollmentType' | 'passkeys'>) =>
  canSelfEnroll(partner) && partner.settings.passkeys !== 'off'

/** Passkeys are then shown before the password. */
export const prefersPasskeys = (partner: WithSettings<'enrollmentType' | 'passkeys'>) =>
  offersPasskeys(partner) && partner.settings.passkeys === 'preferred'

/** These are other companies' accounts that members may sign in with, in the order of their buttons. */
export const signInProviders = ['apple', 'google'] as const
export type SignInProvider = (typeof signInProviders)[number]

export const offeredSignInProviders = (
  partner: WithSettings<'enrollmentType' | 'signInProviders'>,
): SignInProvider[] =>
  canSelfEnroll(partner)
    ? signInProviders.filter(provider => partner.settings.signInProviders[provider] !== null)
    : []

/** @returns null where members cannot sign in. The letter case is part of the address (shell §2.1). */
export function signInPath(partner: WithSettings<'enrollmentType'>): '/login' | '/Login' | null {
  const paths = { direct: '/login', sso: '/Login', none: null } as const
  return paths[partner.settings.enrollmentType]
}

/**
 * Members choose a new password there. Behind single sign-on the partner has the page; it is null where there are no
 * accounts.
 */
export const passwordPage = (partner: WithSettings<'enrollmentType'>): string | null =>
  canSelfEnroll(partner) ? '/recover' : signInPath(partner)

/** Statement credits do not need it (account §5). */
export const requiresFullAddress = ({ settings }: WithSettings<'fullAddressRequired' | 'currencyType'>) =>
  settings.fullAddressRequired && settings.currencyType !== 'Credit'

/** 'toggle' asks for consent in a dialog (version 2), 'checkbox' does not. */
export const smsOptInKind = ({ settings }: WithSettings<'smsOptIn'>): 'toggle' | 'checkbox' | 'none' =>
  settings.smsOptIn

export const asksForEmailOptIn = ({ settings }: WithSettings<'showEmailOptIn'>) => settings.showEmailOptIn

export const asksForMemberNumber = ({ settings }: WithSettings<'memberNumber'>) =>
  settings.memberNumber !== null

/** False where the partner has none. */
export function isMemberNumber({ settings }: WithSettings<'memberNumber'>, text: string): boolean {
  return settings.memberNumber !== null && hasFormat(settings.memberNumber.format, text)
}

/** Mails have this sender, and replies go to `replyTo`. */
export function mailSender({ settings }: WithSettings<'mailSender' | 'programName' | 'customerSupport'>): {
  readonly fromName: string
  readonly fromAddress: string
  readonly replyTo: string
} {
  const replyTo = settings.customerSupport.email.href.slice('mailto:'.length)
  const { name, address } = settings.mailSender ?? { name: settings.programName, address: replyTo }
  return { fromName: name, fromAddress: address, replyTo }
}

/** It is null where the partner sends no texts. */
export const textSender = ({ settings }: WithSettings<'textSender' | 'customerSupport'>): string | null =>
  settings.textSender ?? settings.customerSupport.shortCode

export const homeView = ({ settings }: WithSettings<'homePage'>): 'home' | 'discover' => settings.homePage
export const hasDiscoverPage = ({ settings }: WithSettings<'hasDiscoverPage'>) => settings.hasDiscoverPage

export const asksSurveysItself = ({ settings }: WithSettings<'surveyProvider'>) =>
  settings.surveyProvider === 'self'

/** Else the form is elsewhere (`reviews.externalUrl`). */
export const hasOwnReviewForm = ({ settings }: WithSettings<'reviews'>) => settings.reviews.form === 'own'

export const showsEarnRate = ({ settings }: WithSettings<'showEarnRate'>) => settings.showEarnRate

/** @returns null where no tables are booked. */
export const bookingProvider = ({ settings }: WithSettings<'reservations'>): 'book' | 'openTable' | null =>
  settings.reservations.provider === 'none' ? null : settings.reservations.provider

export const takesReservations = (partner: WithSettings<'reservations'>) => bookingProvider(partner) !== null

/** Visitors can book with a code that is sent to them. */
export const takesGuests = (partner: WithSettings<'reservations'>) => guestContactKinds(partner).length > 0

/** They say where the code of a guest goes, the preferred way first. */
export function guestContactKinds(partner: WithSettings<'reservations'>): readonly ContactKind[] {
  return bookingProvider(partner) === 'book' ? contactKinds[partner.settings.reservations.guests] : []
}

export type ContactKind = 'email' | 'phone'
const contactKinds = {
  none: [],
  email: ['email'],
  phone: ['phone'],
  both: ['email', 'phone'],
} as const satisfies Record<string, readonly ContactKind[]>

export function canBookAt(
  partner: WithSettings<'reservations'>,
  merchant: { readonly openTableId: string | null; readonly takesBookings: boolean },
): boolean {
  const provider = bookingProvider(partner)
  if (provider === 'book') return merchant.takesBookings
  return provider === 'openTable' && merchant.openTableId !== null
}

/** It is null without one. `amount` is written as in the restaurant's terms. */
export const reservationBonusOf = (
  { settings }: WithSettings<'hasReservationBonus'>,
  amount: number | null,
): number | null => (settings.hasReservationBonus ? amount : null)

export const hasFavorites = ({ settings }: WithSettings<'hasMerchantFavorites'>) =>
  settings.hasMerchantFavorites

/** Only where people join by themselves are there referrals: the link leads to the form. */
export const offersReferrals = (partner: WithSettings<'enrollmentType' | 'referral'>): boolean =>
  canSelfEnroll(partner) && partner.settings.referral !== null

export const hasAcclaimed = ({ settings }: WithSettings<'acclaimed'>) => settings.acclaimed !== 'none'

/** Some restaurants earn for VIPs only. */
export const hasAcclaimedForVips = ({ settings }: WithSettings<'acclaimed'>) =>
  settings.acclaimed === 'membersAndVips'

export const hasFlexOffers = ({ settings }: WithSettings<'hasFlexOffers'>) => settings.hasFlexOffers

const brandNames: Record<CardBrandCode, string> = {
  AMEX: 'American Express',
  DISC: 'Discover',
  MAST: 'Mastercard',
  VISA: 'Visa',
}

/** It maps `cardType` on the wire (account §3) to the code in the settings. */
export const cardBrandOfType = { Amex: 'AMEX', Discover: 'DISC', Mastercard: 'MAST', Visa: 'VISA' } as const
export type CardType = keyof typeof cardBrandOfType

export const maxLinkedCards = ({ settings }: WithSettings<'maxLinkedCards'>): number =>
  settings.maxLinkedCards

/** Members link cards that the partner knows, without typing them. */
export const loadsPartnerCards = ({ settings }: WithSettings<'hasPartnerLoadedCards'>): boolean =>
  settings.hasPartnerLoadedCards

export const acceptsCardType = (
  { settings }: WithSettings<'cardTypesAccepted'>,
  cardType: CardType,
): boolean => settings.cardTypesAccepted.includes(cardBrandOfType[cardType])

/** "Visa, Mastercard and Discover", in the partner's order. */
export function acceptedBrandsText({ settings }: WithSettings<'cardTypesAccepted'>): string {
  return formatList(settings.cardTypesAccepted.map(code => brandNames[code]))
}

export const hasVip = ({ settings }: WithSettings<'hasVIP'>) => settings.hasVIP

export const earnsRewards = ({ settings }: WithSettings<'currencyType'>) => settings.currencyType !== null

/** Dollar and Credit amounts are integer cents; Mile and Point amounts are whole units. */
export const rewardsAreCents = ({ settings }: WithSettings<'currencyType'>) =>
  settings.currencyType === 'Dollar' || settings.currencyType === 'Credit'

/** The partner posts what members earn to accounts of its own. */
export const settlesWithPartner = ({ settings }: WithSettings<'currencyType'>) =>
  settings.currencyType === 'Mile' || settings.currencyType === 'Point'

/** @returns null where the partner is not told. */
export function settlementChannel(
  partner: WithSettings<'currencyType' | 'settlement'>,
): 'folder' | 'http' | null {
  const { via } = partner.settings.settlement
  return settlesWithPartner(partner) && via !== 'none' ? via : null
}

/** Rewards are paid out as money; members see their balance towards `payout.thresholdCents`. */
export const paysStatementCredits = (partner: WithSettings<'currencyType'>) => rewardsAreCents(partner)

export interface CurrencyWords {
  readonly singular: string
  readonly plural: string
  readonly bonus: string
}

const usualWords: Record<CurrencyType, CurrencyWords> = {
  Point: { singular: 'point', plural: 'points', bonus: 'bonus points' },
  Mile: { singular: 'mile', plural: 'miles', bonus: 'bonus miles' },
  Dollar: { singular: 'dollar', plural: 'dollars', bonus: 'bonus' },
  Credit: { singular: 'cash back', plural: 'cash back', bonus: 'bonus cash back' },
}

export function currencyWords({ settings }: WithSettings<'currencyType' | 'currencyWords'>): CurrencyWords {
  if (settings.currencyWords) return settings.currencyWords
  return settings.currencyType ? usualWords[settings.currencyType] : { singular: '', plural: '', bonus: '' }
}

/**
 * A reward is written with its unit: "1 point", "1,240 miles"; in cents "$12.40". `amount` is in the partner's unit.
 */
export function formatReward(
  partner: WithSettings<'currencyType' | 'currencyWords'>,
  amount: number,
): string {
  if (rewardsAreCents(partner)) return formatCents(amount)
  const words = currencyWords(partner)
  return `${formatNumber(amount)} ${unitFor(amount, words)}`
}

/** Level 1 has not activated: it will start with the rate of 0. */
export function earnRateOf(
  { settings }: { readonly settings: { readonly rewards: Pick<PartnerSettings['rewards'], 'earnRates'> } },
  tier: TierLevel,
): EarnRate {
  const keys = { 0: '0', 1: '0', 2: '2', 3: '3' } as const
  return settings.rewards.earnRates[keys[tier]]
}

/** Members with emails then earn at another rate than those without: joining asks for it as a step of its own. */
export function rateDependsOnEmails(
  partner: WithSettings<'rewards' | 'currencyType' | 'showEmailOptIn' | 'showEarnRate'>,
): boolean {
  const [without, withEmails] = [earnRateOf(partner, 0), earnRateOf(partner, 2)]
  return (
    asksForEmailOptIn(partner) &&
    showsEarnRate(partner) &&
    earnsRewards(partner) &&
    without.numerator * withEmails.denominator !== withEmails.numerator * without.denominator
  )
}

/** It is written "3 points per $1", "1 mile per $2" or "5% cash back", and is empty where nothing is earned. */
export function earningLevelText(
  partner: WithSettings<'rewards' | 'currencyType' | 'currencyWords'>,
  tier: TierLevel,
): string {
  if (!earnsRewards(partner)) return ''
  const { numerator, denominator } = earnRateOf(partner, tier)
  if (rewardsAreCents(partner)) return `${decimal((numerator / denominator) * 100)}% ${backWords(partner)}`
  const words = currencyWords(partner)
  const perDollar = (numerator * 100) / denominator
  if (perDollar >= 1) return `${decimal(perDollar)} ${unitFor(perDollar, words)} per $1`
  return `${numerator} ${unitFor(numerator, words)} per $${decimal(denominator / 100)}`
}

/** It is written "5%" of what one spends, or "3x" for 3 units per $1, and is empty where nothing is earned. */
export function earningLevelShort(
  partner: WithSettings<'rewards' | 'currencyType'>,
  tier: TierLevel,
): string {
  if (!earnsRewards(partner)) return ''
  const { numerator, denominator } = earnRateOf(partner, tier)
  const perDollar = (numerator * 100) / denominator
  return rewardsAreCents(partner) ? `${decimal(perDollar)}%` : `${decimal(perDollar)}x`
}

const backWords = ({ settings }: WithSettings<'currencyType'>) =>
  settings.currencyType === 'Credit' ? 'cash back' : 'back'

const decimal = (value: number): string => formatNumber(value, 2)

const unitFor = (amount: number, { singular, plural }: { singular: string; plural: string }) =>
  pluralForm(amount, { one: singular, other: plural })

export function newMemberBonusApplies(
  { settings }: WithSettings<'newMemberBonus'>,
  member: { readonly joinedAt: Date; readonly enrollmentSource: string | null },
  now: Date,
): boolean {
  const bonus = settings.newMemberBonus
  if (!bonus) return false
  const sources = bonus.enrollmentSources
  if (sources.length > 0 && !(member.enrollmentSource && sources.includes(member.enrollmentSource)))
    return false
  return (
    bonus.windowHours === null || now.getTime() - member.joinedAt.getTime() < bonus.windowHours * 3_600_000
  )
}

/** The map that ships with the product shows areas only. */
export const hasStreetMap = ({ settings }: WithSettings<'map'>): boolean => settings.map.kind !== 'own'

export function mapOrigins({ settings: { map } }: WithSettings<'map'>): string[] {
  if (map.kind === 'own') return []
  const [main, others] = map.kind === 'style' ? [map.styleUrl, map.origins] : [map.tilesUrl, []]
  const origins = main.startsWith('/') ? others : [new URL(main).origin, ...others]
  return [...new Set(origins)]
}
