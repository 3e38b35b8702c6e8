import type { LocalDate } from '../../../shared/local-date.ts'
import { dateOf } from '../../dines/dine-time.rules.ts'
import { byTime, type Component, type ComponentDine } from '../component.ts'

/** It is an offer to one member at one restaurant, used once. */
export interface FlexOffer {
  readonly id: string
  readonly reward: OfferReward
  readonly minimumSpendCents: number
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

/**
 * Each dine, by time, takes the best offer that is left: highest value, then the one that began
 * last, then the one that was made last. A pending dine keeps its
 * offer from others, and frees it when it is not cleared.
 */
export function offerComponents(offers: readonly FlexOffer[], dines: readonly ComponentDine[]): Component[] {
  const left = new Set(offers)
  return dines.toSorted(byTime).flatMap((dine): Component[] => {
    const [best] = [...left]
      .filter(offer => isOpenTo(offer, dine))
      .map(offer => ({ offer, units: offerUnits(offer.reward, dine) }))
      .filter(({ units }) => units > 0)
      .toSorted(bestFirst)
    if (!best) return []
    left.delete(best.offer)
    return [{ dineId: dine.dineId, kind: 'offer', code: best.offer.id, units: best.units }]
  })
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
