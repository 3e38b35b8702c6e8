import { bonusEndsAt } from '../bonuses/member-bonus.rules.ts'
import type { BonusDefinition } from '../partner/bonus-definition.ts'
import { newMemberBonusApplies, type WithSettings } from '../partner/partner-questions.ts'
import type { LocalDate } from '../shared/local-date.ts'
import { decideBonus } from './components/bonus/bonus.rules.ts'
import { withinBudget } from './components/budget.rules.ts'
import { byTime, type Component, type ComponentDine } from './components/component.ts'
import { type FlexOffer, offerComponents } from './components/offer/offer.rules.ts'

/*
 * What an offer or a bonus would have cost, had it held for dines of the past: decided by the rules that decide dines, in the
 * order of the dines' times. A forecast yields from time to time, so that a server answers others meanwhile.
 */

export interface PeriodDates {
  /** Local dates of the dines, both included. */
  readonly from: LocalDate
  readonly to: LocalDate
}

export interface ForecastDine extends ComponentDine {
  readonly memberId: string
}

export interface Forecast {
  readonly members: number
  readonly dines: number
  readonly units: number
  /** What it would have come to without its budget. */
  readonly wantedUnits: number
}

/** This many dines are decided between two yields. */
const slice = 2_000

export interface OffersOfDine {
  /** Offers other than the one that is tried: the best one is taken. */
  readonly others: readonly FlexOffer[]
  /** The tried one is open to the dine's member and restaurant. */
  readonly isOpen: boolean
}

/** @param dines all that were cleared and earned, in any order */
export function* forecastOffer(
  offer: FlexOffer,
  budgetUnits: number | null,
  dines: readonly ForecastDine[],
  offersOf: (dine: ForecastDine) => OffersOfDine,
): Generator<undefined, Forecast> {
  const used = new Map<string, Set<string>>()
  const byMember = new Map<string, number>()
  const given: Given[] = []
  let left = budgetUnits
  let refused = 0
  for (const [n, dine] of dines.toSorted(byTime).entries()) {
    if (n % slice === slice - 1) yield
    const { others, isOpen } = offersOf(dine)
    const place = `${dine.memberId} ${dine.merchantId}`
    const usedHere = used.get(place) ?? new Set<string>()
    const open = (isOpen ? [...others, offer] : others).filter(({ id }) => !usedHere.has(id))
    const { components, refused: unpaid } = offerComponents(open, [dine], {
      stored: [],
      leftOf: id => (id === offer.id ? left : null),
      usedElsewhere: id => (id === offer.id ? (byMember.get(dine.memberId) ?? 0) : 0),
    })
    refused += unpaid.reduce((sum, { units }) => sum + units, 0)
    for (const { code, units } of components) {
      used.set(place, usedHere.add(code))
      if (code !== offer.id) continue
      if (left !== null) left -= units
      byMember.set(dine.memberId, (byMember.get(dine.memberId) ?? 0) + units)
      given.push({ memberId: dine.memberId, units })
    }
  }
  return sumUp(given, refused)
}

export interface ForecastMember {
  readonly id: string
  readonly joinedAt: Date
  readonly enrollmentSource: string | null
  /** Where the member had earned before the period; it is read where only new restaurants count. */
  readonly knownMerchantIds: readonly string[]
}

/** Where members register, it is as if each had done so before the first dine. */
export function* forecastBonus(
  partner: WithSettings<'newMemberBonus'>,
  definition: BonusDefinition,
  { from, to }: PeriodDates,
  dines: readonly ForecastDine[],
  memberOf: (id: string) => ForecastMember | undefined,
): Generator<undefined, Forecast> {
  const tried = { ...definition, from, to }
  const beginsAt = Date.parse(`${from}T00:00:00Z`) - dayMs
  const wanted: { readonly component: Component; readonly dine: ForecastDine }[] = []
  let decided = 0
  for (const [memberId, ofMember] of Map.groupBy(dines, dine => dine.memberId)) {
    const before = Math.floor(decided / slice)
    decided += ofMember.length
    if (Math.floor(decided / slice) > before) yield
    const member = memberOf(memberId)
    if (!member || !isForMember(partner, definition, member, beginsAt)) continue
    const { needsRegistration } = definition
    const joinedAt = member.joinedAt.getTime()
    const { components } = decideBonus(
      {
        definition: tried,
        enrolledAt: needsRegistration ? Math.max(joinedAt, beginsAt) : joinedAt,
        endsAt: bonusEndsAt(partner, definition, member)?.getTime() ?? null,
        knownMerchantIds: needsRegistration ? member.knownMerchantIds : [],
      },
      ofMember,
    )
    for (const component of components)
      wanted.push({ component, dine: ofMember.find(({ dineId }) => dineId === component.dineId)! })
  }
  yield
  const inOrder = wanted.toSorted((a, b) => byTime(a.dine, b.dine))
  yield
  const budget = {
    kind: 'bonus' as const,
    code: definition.code,
    leftUnits: definition.budgetUnits,
    refusedUnits: null,
  }
  const { components, refused } = withinBudget(
    budget,
    inOrder.map(({ component }) => component),
    [],
  )
  const memberOfDine = new Map(inOrder.map(({ dine }) => [dine.dineId, dine.memberId]))
  return sumUp(
    components.map(({ dineId, units }) => ({ memberId: memberOfDine.get(dineId)!, units })),
    refused.reduce((sum, { units }) => sum + units, 0),
  )
}

const dayMs = 86_400_000

function isForMember(
  partner: WithSettings<'newMemberBonus'>,
  { forNewMembers, needsRegistration }: BonusDefinition,
  member: ForecastMember,
  beginsAt: number,
): boolean {
  if (!forNewMembers) return true
  const since = needsRegistration ? Math.max(member.joinedAt.getTime(), beginsAt) : member.joinedAt.getTime()
  return newMemberBonusApplies(partner, member, new Date(since))
}

interface Given {
  readonly memberId: string
  readonly units: number
}

function sumUp(given: readonly Given[], refusedUnits: number): Forecast {
  const units = given.reduce((sum, one) => sum + one.units, 0)
  return {
    members: new Set(given.map(({ memberId }) => memberId)).size,
    dines: given.length,
    units,
    wantedUnits: units + refusedUnits,
  }
}
