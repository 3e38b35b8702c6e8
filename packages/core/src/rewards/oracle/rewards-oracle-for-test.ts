import type { BonusDefinition } from '../../partner/bonus-definition.ts'
import type { EarnRate } from '../../partner/settings/rewards.settings.ts'
import type { BookedTable } from '../components/booking/booking.rules.ts'
import type { Component } from '../components/component.ts'
import type { FlexOffer } from '../components/offer/offer.rules.ts'
import type { DineTerms } from '../dines/dine-to-decide.ts'
import type { Rounding } from '../earning.rules.ts'
import { dayOf, instantAt, isIn, type Span, type Zone } from './oracle-times-for-test.ts'
import { type VipTime, vipTimesOf } from './vip-oracle-for-test.ts'

/*
 * A second, plain model of the rules of rewards, to compare the engine with. It shares no code with the engine and has no
 * state: everything is computed from all facts each time.
 */

export interface Place {
  readonly id: string
  readonly zone: Zone
  readonly terms: DineTerms
  /** These held before `terms`. `until` is the first local date of the ones that follow. */
  readonly former: { readonly terms: DineTerms; readonly until: string } | null
}

export interface Payment {
  readonly transactionId: string
  readonly placeId: string
  /** It is local time at the place, by day, from September 2025 to October 2026. */
  readonly at: string
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
  /** `at` is as above; `reportedAt` is in ms. Only a VIP needs to know when. */
  readonly refunds: readonly { readonly at: string; readonly cents: number; readonly reportedAt: number }[]
  /** Its authorization is too old to wait for. */
  readonly isExpired: boolean
}

export interface BonusPart {
  readonly definition: BonusDefinition
  /** It is in ms, as `endsAt` is. */
  readonly enrolledAt: number
  readonly endsAt: number | null
}

/** When a card was linked, in ms; both ends are included. */
export interface CardLink {
  readonly linkedAt: number
  readonly removedAt: number | null
}

export interface MemberFacts {
  readonly rate: EarnRate
  /** It held before `rate`; `until` is in ms. */
  readonly formerRate: { readonly rate: EarnRate; readonly until: number } | null
  /** It holds at any time. */
  readonly vipRate: EarnRate
  /** While the member does not want mails. */
  readonly optedOut: Span | null
  readonly optedOutRate: EarnRate
  /** While the account was closed. */
  readonly closed: Span | null
  readonly rounding: Rounding
  readonly links: readonly CardLink[]
  readonly places: readonly Place[]
  readonly payments: readonly Payment[]
  readonly offers: readonly (FlexOffer & { readonly merchantId: string })[]
  readonly bookings: readonly BookedTable[]
  readonly bonuses: readonly BonusPart[]
  readonly vip: { readonly dinesRequired: number; readonly dollarsRequired: number }
}

export interface ExpectedDine {
  readonly transactionId: string
  readonly status: 'Pending' | 'Awarded' | 'Forfeit'
  readonly baseUnits: number
  /** They are written "offer o1 250", and sorted. */
  readonly components: readonly string[]
}

export interface ExpectedBooks {
  /** They are in the order of the payments. */
  readonly dines: readonly ExpectedDine[]
  readonly balance: number
  readonly isVip: boolean
}

/** A tier depends on dines before only, so each turn settles one dine more. */
export function expectedBooks(facts: MemberFacts): ExpectedBooks {
  let vip: VipTime[] = []
  for (;;) {
    const { byTime, ...books } = booksWith(facts, vip)
    const next = vipTimes(facts, byTime)
    if (JSON.stringify(next) === JSON.stringify(vip))
      return { ...books, isVip: vip.some(({ to }) => to === null) }
    vip = next
  }
}

function booksWith(facts: MemberFacts, vip: readonly VipTime[]) {
  const dines = facts.payments.map(payment => unearned(payment, facts.places))
  const byTime = [...dines].sort(
    (a, b) => a.instant - b.instant || (a.payment.transactionId < b.payment.transactionId ? -1 : 1),
  )
  earnBase(facts, byTime, vip)
  const open = byTime.filter(({ status }) => status !== 'Forfeit')
  addOffers(facts, open)
  addBookings(facts, byTime)
  const earned = open.filter(({ status }) => status === 'Awarded')
  for (const bonus of facts.bonuses) addBonus(bonus, earned)
  let balance = 0
  for (const dine of byTime) {
    if (dine.status === 'Pending') continue
    balance += dine.baseUnits
    for (const { units } of dine.components) balance += units
  }
  return { dines: dines.map(summary), balance, byTime }
}

const summary = ({ payment, status, baseUnits, components }: OpenDine): ExpectedDine => ({
  transactionId: payment.transactionId,
  status,
  baseUnits,
  components: components.map(({ kind, code, units }) => `${kind} ${code} ${units}`).sort(),
})

interface OpenDine {
  readonly payment: Payment
  readonly place: Place
  readonly date: string
  readonly instant: number
  readonly isCleared: boolean
  readonly net: number
  status: ExpectedDine['status']
  /** It took part that day, and was paid with a linked card. */
  isMealWithCard: boolean
  /** Refunds left less than a unit of what would have earned. */
  isGivenBack: boolean
  /** Whether so many cents earn a unit, at its time. */
  isUnit: (cents: number) => boolean
  earning: number
  baseUnits: number
  readonly components: Omit<Component, 'dineId'>[]
}

function unearned(payment: Payment, places: readonly Place[]): OpenDine {
  const { at, placeId, authorizedCents, clearedCents, refundedCents } = payment
  const place = places.find(({ id }) => id === placeId)!
  const paid = clearedCents ?? authorizedCents ?? 0
  return {
    payment,
    place,
    date: at.slice(0, 10),
    instant: instantAt(place.zone, at),
    isCleared: clearedCents !== null,
    net: paid > refundedCents ? paid - refundedCents : 0,
    status: 'Forfeit',
    isMealWithCard: false,
    isGivenBack: false,
    isUnit: () => false,
    earning: 0,
    baseUnits: 0,
    components: [],
  }
}

/** Cleared dines use up the month's limits by their time; a pending one is an estimate of what is left then. */
function earnBase(facts: MemberFacts, byTime: readonly OpenDine[], vip: readonly VipTime[]): void {
  const { rounding, places, links, closed } = facts
  for (const { id, terms: termsNow, former } of places) {
    const months = new Map<string, { cents: number; visits: number }>()
    const here = byTime.filter(({ place }) => place.id === id)
    const cleared = here.filter(({ isCleared }) => isCleared)
    for (const dine of [...cleared, ...here.filter(({ isCleared }) => !isCleared)]) {
      const terms = former && dine.date < former.until ? former.terms : termsNow
      const { maxSpendPerMonthCents, maxVisitsPerMonth } = terms
      if (!takesPartOn(terms, dine.date) || isIn(closed, dine.instant)) continue
      if (
        !links.some(
          ({ linkedAt, removedAt }) =>
            linkedAt <= dine.instant && dine.instant <= (removedAt ?? dine.instant),
        )
      )
        continue
      dine.isMealWithCard = true
      if (!terms.benefitDays.includes(dayOf(dine.date))) continue
      const rate = rateAt(facts, dine.instant, vip)
      const unitsOf = (cents: number) => {
        const exact = (cents * rate.numerator) / rate.denominator
        return rounding === 'down' ? Math.floor(exact) : Math.floor(exact + 0.5)
      }
      dine.isUnit = cents => cents > 0 && unitsOf(cents) > 0
      const mayBeGivenBack = dine.payment.refundedCents > 0 && dine.isUnit(dine.payment.clearedCents ?? 0)
      dine.isGivenBack = mayBeGivenBack && dine.net === 0
      if (dine.net === 0 || (!dine.isCleared && dine.payment.isExpired)) continue
      const month = dine.date.slice(0, 7)
      const used = months.get(month) ?? { cents: 0, visits: 0 }
      if (maxVisitsPerMonth !== null && used.visits >= maxVisitsPerMonth) continue
      const room = maxSpendPerMonthCents === null ? dine.net : maxSpendPerMonthCents - used.cents
      const earning = Math.min(dine.net, room)
      if (earning <= 0) continue
      const units = unitsOf(earning)
      if (dine.isCleared && units === 0) {
        dine.isGivenBack = mayBeGivenBack
        continue
      }
      dine.status = dine.isCleared ? 'Awarded' : 'Pending'
      dine.earning = earning
      dine.baseUnits = units
      if (dine.isCleared) months.set(month, { cents: used.cents + earning, visits: used.visits + 1 })
    }
  }
}

function rateAt(
  { rate, formerRate, vipRate, optedOut, optedOutRate }: MemberFacts,
  instant: number,
  vip: readonly VipTime[],
): EarnRate {
  if (vip.some(({ from, to }) => from < instant && (to === null || instant <= to))) return vipRate
  if (isIn(optedOut, instant)) return optedOutRate
  return formerRate && instant < formerRate.until ? formerRate.rate : rate
}

const takesPartOn = ({ joinedOn, leftOn }: DineTerms, date: string): boolean =>
  date >= joinedOn && (leftOn === null || date < leftOn)

/**
 * Each dine has the best offer left: highest value, then begun last, then made last. There is no stacking, and each
 * offer is used once.
 */
function addOffers({ offers }: MemberFacts, open: readonly OpenDine[]): void {
  const used = new Set<string>()
  for (const dine of open) {
    let best: { id: string; startsOn: string; createdAt: number; units: number } | null = null
    for (const { id, merchantId, startsOn, endsOn, createdAt, minimumSpendCents, reward } of offers) {
      if (used.has(id) || merchantId !== dine.place.id || dine.net < minimumSpendCents) continue
      if (dine.date < startsOn || dine.date > endsOn) continue
      let units = 0
      if (reward.kind === 'fixed') units = reward.units
      if (reward.kind === 'percent') units = Math.floor((dine.earning * reward.percent) / 100)
      if (reward.kind === 'multiplier') units = dine.baseUnits * (reward.times - 1)
      if (units <= 0) continue
      const isBetter =
        best === null ||
        units > best.units ||
        (units === best.units &&
          (startsOn > best.startsOn || (startsOn === best.startsOn && createdAt > best.createdAt)))
      if (isBetter) best = { id, startsOn, createdAt, units }
    }
    if (best === null) continue
    used.add(best.id)
    dine.components.push({ kind: 'offer', code: best.id, units: best.units })
  }
}

/** The first dine there within 3 h before to 6 h after honors a booking; each dine honors one at most. */
function addBookings({ bookings }: MemberFacts, byTime: readonly OpenDine[]): void {
  const open = byTime.filter(dine => dine.status !== 'Forfeit' || honors(dine))
  const inOrder = [...bookings].sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
  const taken = new Set<OpenDine>()
  for (const { id, merchantId, startsAt, bonusUnits } of inOrder) {
    for (const dine of open) {
      const hours = (dine.instant - startsAt) / 3_600_000
      if (taken.has(dine) || dine.place.id !== merchantId || hours < -3 || hours > 6) continue
      taken.add(dine)
      dine.components.push({ kind: 'reservation', code: id, units: bonusUnits })
      break
    }
  }
}

/** What was promised at booking does not depend on the base. */
const honors = ({ isMealWithCard, isCleared, net }: OpenDine): boolean =>
  isMealWithCard && isCleared && net > 0

function addBonus({ definition, enrolledAt, endsAt }: BonusPart, earned: readonly OpenDine[]): void {
  const { code, reward, repeats } = definition
  let [dines, spent, given] = [0, 0, 0]
  const visited = new Set<string>()
  for (const dine of earned) {
    const isNew = !visited.has(dine.place.id)
    visited.add(dine.place.id)
    if (dine.instant < enrolledAt || (endsAt !== null && dine.instant >= endsAt)) continue
    if (definition.newRestaurants && !isNew) continue
    if (!countsFor(definition, dine)) continue
    dines++
    spent += dine.net
    if (dines < definition.dines || spent < definition.totalSpendCents || (given > 0 && !repeats)) continue
    given++
    const units = reward.kind === 'fixed' ? reward.units : dine.baseUnits * (reward.times - 1)
    dine.components.push({ kind: 'bonus', code, units })
    if (reward.kind === 'fixed') [dines, spent] = [0, 0]
  }
}

function countsFor(definition: BonusDefinition, { date, net, place }: OpenDine): boolean {
  const { from, to, minimumSpendCents, days, merchantIds } = definition
  if ((from !== null && date < from) || (to !== null && date > to)) return false
  if (days.length > 0 && !days.includes(dayOf(date))) return false
  if (merchantIds.length > 0 && !merchantIds.includes(place.id)) return false
  return net >= minimumSpendCents
}

/** VIPs go by year. A dine that is given back counts until then, if that was reported before its year was over. */
function vipTimes({ vip }: MemberFacts, byTime: readonly OpenDine[]): VipTime[] {
  const years = new Set(byTime.map(({ date }) => date.slice(0, 4)))
  return [...years].flatMap(year =>
    vipTimesOf(
      byTime.filter(({ date }) => date.startsWith(year)).flatMap(dine => vipChanges(dine, endOfYear(year))),
      vip,
    ),
  )
}

/** The year ends at midnight in New York. */
const endOfYear = (year: string): number => Date.UTC(Number(year) + 1, 0, 1, 5)

function vipChanges({ payment, place, instant, status, isGivenBack, isUnit }: OpenDine, until: number) {
  if (status !== 'Awarded' && !isGivenBack) return []
  const cents = payment.clearedCents ?? 0
  const refunds = payment.refunds
    .filter(({ reportedAt }) => reportedAt < until)
    .map(refund => ({
      at: Math.max(instant, instantAt(place.zone, refund.at)),
      dines: 0,
      cents: -refund.cents,
    }))
  const left = refunds.reduce((sum, refund) => sum + refund.cents, cents)
  const dined = { at: instant, dines: 1, cents }
  if (status === 'Awarded' || isUnit(left)) return [dined, ...refunds]
  return [dined, { at: Math.max(...refunds.map(({ at }) => at)), dines: -1, cents: -cents }]
}
