import type { PartnerSettings } from '../../partner/settings/partner-settings.ts'
import { dateOf } from '../dines/dine-time.rules.ts'

/* Which dines a person should look at before their reward is posted (docs/decisions/089). Facts in, hits out. */

export const velocityRules = [
  'dines_per_day',
  'bill',
  'new_card',
  'card',
  'device',
  'address',
  'staff',
] as const
export type VelocityRule = (typeof velocityRules)[number]

/** The settings `velocity`. Zero turns a rule off. */
export type VelocityLimits = PartnerSettings['velocity']

/** Why a dine is held, in numbers. */
export interface VelocityHit {
  readonly rule: VelocityRule
  /** Dines of the day, cents, seconds, or members. Of staff it is 1. */
  readonly value: number
  /** It is the most that is not held. */
  readonly limit: number
  /** What the member, or else a table at a restaurant of this price, usually pays. */
  readonly usualCents?: number
  /** Other members concerned. */
  readonly memberIds?: readonly string[]
  /** What the restaurant's record has in common with the member's. */
  readonly matches?: 'phone' | 'email'
}

/** What else is known of a member and a restaurant when a charge is reported. */
export interface VelocityFacts {
  readonly priceRange: number
  /** Other members who had the card's number linked, used the same browser, or live at the address. */
  readonly cardMemberIds: readonly string[]
  readonly deviceMemberIds: readonly string[]
  readonly addressMemberIds: readonly string[]
  /** How the member can be reached as the restaurant can. */
  readonly staffMatch: 'phone' | 'email' | null
}

/** A dine at the restaurant with its place in time. */
export interface DineToCheck {
  readonly dineId: string
  readonly transactionId: string
  /** It is local time. */
  readonly dinedAt: string
  readonly clearedCents: number
  readonly secondsSinceLink: number
  /** What it was found to share with others when it cleared; null: that is to be found now. */
  readonly shared: readonly VelocityHit[] | null
  /** A person has released it: its bill is a usual one. */
  readonly isReleased: boolean
  readonly limits: VelocityLimits
}

/** Where no rule is on, nothing is read for them. */
export const hasVelocityRules = (limits: VelocityLimits): boolean =>
  limits.staff ||
  limits.dinesPerDay > 0 ||
  limits.billTimes > 0 ||
  limits.newCardMinutes > 0 ||
  limits.membersPerCard > 0 ||
  limits.membersPerDevice > 0 ||
  limits.membersPerAddress > 0

/** What a table of four pays at a restaurant of each price; one without a price counts as the second. */
const usualCentsByPrice = [8_000, 4_000, 8_000, 16_000, 32_000] as const

/**
 * The hits of a member's cleared dines at a restaurant. They follow from the times of the dines and not from the order
 * of their reports. Bills that are held do not become usual ones.
 */
export function velocityHits(
  dines: readonly DineToCheck[],
  facts: VelocityFacts,
): ReadonlyMap<string, readonly VelocityHit[]> {
  const hits = new Map<string, readonly VelocityHit[]>()
  const dinesOn = new Map<string, number>()
  const usual = { cents: 0, bills: 0 }
  for (const dine of dines.toSorted(byTime)) {
    const date = dateOf(dine.dinedAt)
    const ofDay = (dinesOn.get(date) ?? 0) + 1
    dinesOn.set(date, ofDay)
    const average = usual.bills > 0 ? Math.round(usual.cents / usual.bills) : 0
    const ofPrice = usualCentsByPrice[facts.priceRange] ?? usualCentsByPrice[0]
    const found = [
      ...dayHits(dine, ofDay),
      ...billHits(dine, Math.max(average, ofPrice)),
      ...(dine.shared ?? sharingHits(dine, facts)),
    ]
    hits.set(dine.dineId, found)
    if (found.length > 0 && !dine.isReleased) continue
    usual.cents += dine.clearedCents
    usual.bills++
  }
  return hits
}

function dayHits({ limits: { dinesPerDay } }: DineToCheck, ofDay: number): VelocityHit[] {
  if (dinesPerDay === 0 || ofDay <= dinesPerDay) return []
  return [{ rule: 'dines_per_day', value: ofDay, limit: dinesPerDay }]
}

function billHits({ clearedCents, limits }: DineToCheck, usualCents: number): VelocityHit[] {
  const { billTimes, billFrom } = limits
  const limit = Math.max(billFrom * 100, billTimes * usualCents)
  if (billTimes === 0 || clearedCents <= limit) return []
  return [{ rule: 'bill', value: clearedCents, limit, usualCents }]
}

/** What the member shares with others. The member counts too. */
function sharingHits({ limits, secondsSinceLink }: DineToCheck, facts: VelocityFacts): VelocityHit[] {
  const { cardMemberIds, deviceMemberIds, addressMemberIds, staffMatch } = facts
  const above = (rule: VelocityRule, memberIds: readonly string[], limit: number): VelocityHit[] =>
    limit === 0 || memberIds.length + 1 <= limit
      ? []
      : [{ rule, value: memberIds.length + 1, limit, memberIds }]
  const together = [...new Set([...cardMemberIds, ...deviceMemberIds])].toSorted()
  const newFor = limits.newCardMinutes * 60
  const isNew = secondsSinceLink < newFor
  return [
    ...(isNew && together.length + 1 >= limits.newCardMembers
      ? [{ rule: 'new_card', value: secondsSinceLink, limit: newFor, memberIds: together } as const]
      : []),
    ...above('card', cardMemberIds, limits.membersPerCard),
    ...above('device', deviceMemberIds, limits.membersPerDevice),
    ...above('address', addressMemberIds, limits.membersPerAddress),
    ...(staffMatch && limits.staff
      ? [{ rule: 'staff', value: 1, limit: 0, matches: staffMatch } as const]
      : []),
  ]
}

/** What follows from the dines alone is found again by any report of them; the rest was so when the dine cleared. */
export const isOfDines = ({ rule }: VelocityHit): boolean => rule === 'dines_per_day' || rule === 'bill'

/** A person who released a dine has seen these: a larger bill, or another rule, is new. */
export const isAnswered = (hit: VelocityHit, answered: readonly VelocityHit[]): boolean =>
  answered.some(({ rule, value }) => rule === hit.rule && (rule !== 'bill' || hit.value <= value))

const byTime = (a: DineToCheck, b: DineToCheck): number =>
  compare(a.dinedAt, b.dinedAt) || compare(a.transactionId, b.transactionId)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

interface Reachable {
  readonly email: string
  readonly phone: string
}

/**
 * Whether a member is reached where a restaurant is: by the digits of the phone, or at an address of its site's domain.
 */
export function staffMatchOf(
  member: Reachable,
  restaurant: { readonly phone: string; readonly website: string },
): VelocityFacts['staffMatch'] {
  const digits = (phone: string) => phone.replaceAll(/\D/g, '').slice(-10)
  if (digits(member.phone).length === 10 && digits(member.phone) === digits(restaurant.phone)) return 'phone'
  const [, site] = /^(?:https?:\/\/)?(?:www\.)?([^/:?#]+)/.exec(restaurant.website.toLowerCase()) ?? []
  const domain = member.email.toLowerCase().split('@')[1]
  return site !== undefined && domain === site ? 'email' : null
}
