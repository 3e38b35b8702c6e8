import type { LocalDate } from '../../../shared/local-date.ts'
import { dateOf } from '../../dines/dine-time.rules.ts'
import { type BudgetedComponents, capLeft } from '../budget.rules.ts'
import { byTime, type Component, type ComponentDine, type StoredComponent } from '../component.ts'

/** It is an offer to one member at one restaurant, used once. */
export interface FlexOffer {
  readonly id: string
  readonly reward: OfferReward
  readonly minimumSpendCents: number
  /** The most that the member earns by it, at all restaurants together; null, or left out: there is no cap. */
  readonly memberCapUnits?: number | null
  /** They are local dates of the restaurant, both included. */
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate
  /** It is in ms. */
  readonly createdAt: number
}

/** `percent` gives a unit per cent of the bill (10 % of $40.00 is 400). `times` multiplies the base reward. */
export type OfferReward =
  | { readonly kind: 'fixed'; readonly units: number }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'multiplier'; readonly times: number }

/** `kind` and `value` are as they are stored. */
export function offerReward(kind: OfferReward['kind'], value: number): OfferReward {
  if (kind === 'fixed') return { kind, units: value }
  return kind === 'percent' ? { kind, percent: value } : { kind, times: value }
}

export function offerRewardValue(reward: OfferReward): number {
  if (reward.kind === 'fixed') return reward.units
  return reward.kind === 'percent' ? reward.percent : reward.times
}

/** What it adds to the base reward of a dine; whole units, rounded down. */
export function offerUnits(
  reward: OfferReward,
  dine: Pick<ComponentDine, 'earningCents' | 'baseUnits'>,
): number {
  if (reward.kind === 'fixed') return reward.units
  if (reward.kind === 'percent') return Math.floor((dine.earningCents * reward.percent) / 100)
  return dine.baseUnits * (reward.times - 1)
}

/** What offers may still give at a restaurant. */
export interface OfferRoom {
  /** What the dines there were promised until now. */
  readonly stored: readonly StoredComponent[]
  /** What is left of an offer's budget; null: it has no limit. */
  readonly leftOf: (offerId: string) => number | null
  /** What the member has of the offer at other restaurants. */
  readonly usedElsewhere: (offerId: string) => number
}

const unlimited: OfferRoom = { stored: [], leftOf: () => null, usedElsewhere: () => 0 }

/**
 * Each dine, by time, takes the best offer that is left and can pay: highest value, then the one that began
 * last, then the one that was made last. A pending dine keeps its
 * offer from others, and frees it when it is not cleared. An offer gives what the member's cap leaves; its budget covers that in
 * full, or only what the dine was promised before.
 */
export function offerComponents(
  offers: readonly FlexOffer[],
  dines: readonly ComponentDine[],
  room: OfferRoom = unlimited,
): BudgetedComponents {
  const left = new Set(offers)
  const refused: BudgetedComponents['refused'][number][] = []
  const components = dines.toSorted(byTime).flatMap((dine): Component[] => {
    const [best] = [...left]
      .filter(offer => isOpenTo(offer, dine))
      .map(offer => {
        const wanted = Math.min(
          offerUnits(offer.reward, dine),
          capLeft(offer.memberCapUnits, room.usedElsewhere(offer.id)),
        )
        const units = affordable(offer.id, { dine, wanted, room })
        if (units < wanted) refused.push({ kind: 'offer', code: offer.id, units: wanted - units })
        return { offer, units }
      })
      .filter(({ units }) => units > 0)
      .toSorted(bestFirst)
    if (!best) return []
    left.delete(best.offer)
    return [{ dineId: dine.dineId, kind: 'offer', code: best.offer.id, units: best.units }]
  })
  return { components, refused }
}

/** The member uses it once here, so that what another dine here was promised of it is free for this one. */
function affordable(
  code: string,
  {
    dine: { dineId },
    wanted,
    room: { stored, leftOf },
  }: { readonly dine: ComponentDine; readonly wanted: number; readonly room: OfferRoom },
): number {
  const left = leftOf(code)
  if (left === null) return wanted
  const here = stored.filter(one => one.code === code)
  const promised = here.reduce((sum, { units }) => sum + units, 0)
  if (wanted <= left + promised) return wanted
  return Math.min(wanted, here.find(one => one.dineId === dineId)?.units ?? 0)
}

function isOpenTo(
  { startsOn, endsOn, minimumSpendCents }: FlexOffer,
  { dinedAt, netCents }: ComponentDine,
): boolean {
  const date = dateOf(dinedAt)
  return startsOn <= date && date <= endsOn && netCents >= minimumSpendCents
}

type Valued = { readonly offer: FlexOffer; readonly units: number }

const bestFirst = (a: Valued, b: Valued): number =>
  b.units - a.units ||
  compare(b.offer.startsOn, a.offer.startsOn) ||
  b.offer.createdAt - a.offer.createdAt ||
  compare(a.offer.id, b.offer.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
