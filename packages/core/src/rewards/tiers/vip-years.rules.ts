import { isVip, needsActivation } from '../../members/member-questions.ts'
import { activatedTier } from '../../members/members.rules.ts'
import { endOfYear, type VipSpan } from '../../members/vip.rules.ts'
import type { LocalTime } from '../../shared/local-date.ts'
import type { DecisionContext } from '../dines/dine-facts.rules.ts'
import { instantOf } from '../dines/dine-time.rules.ts'
import type { NewGrant, TierPlan, VipRequirement } from '../plan.ts'
import type { MemberInTime, PastDine, TierInTime } from '../snapshot.ts'
import { vipQualificationAt } from './rate-versions.rules.ts'

/* VIPs go by a calendar year of local dates (rewards.md, Tiers). */

/** What counts toward a year of VIPs. */
export type CountedDine = Omit<PastDine, 'rewardUnits' | 'earningCents' | 'facts' | 'merchantId'> & {
  readonly facts: Pick<PastDine['facts'], 'rate' | 'rounding' | 'order'>
}

/** A tier in the making has no id of a row yet. */
export interface Grant extends TierInTime {
  readonly required?: VipRequirement
}

export interface VipYear {
  readonly tiers: readonly Grant[]
  readonly before: readonly VipSpan[]
  readonly after: readonly VipSpan[]
}

type Context = Pick<DecisionContext, 'partner' | 'now'> & { readonly member: MemberInTime }

/**
 * The dine that reaches the threshold makes a VIP through the end of the next year; a refund that was reported in its own
 * year takes that back. When a refund was first reported decides whether it counts, and never when that is decided.
 * @returns null where nothing changes.
 */
export function decideVipYear(
  { partner, member, now }: Context,
  tiers: readonly Grant[],
  {
    year,
    dines,
    firstReports,
  }: { year: number; dines: readonly CountedDine[]; firstReports: ReadonlyMap<string, number> },
): VipYear | null {
  const { timeZone, vipQualification } = partner.settings
  const validTo = endOfYear(timeZone, year + 1).getTime()
  const ofYear = tiers.filter(({ vip }) => vip?.year === year)
  // One that no dine granted is no dine's to take back.
  if (ofYear.some(({ vip }) => vip!.dineId === null) || needsActivation(member)) return null
  // A threshold that was changed since neither makes nor unmakes a VIP of the past.
  const decidedFirst = ofYear.length > 0 ? Math.min(...ofYear.map(({ createdAt }) => createdAt)) : null
  const { qualification, since } = vipQualificationAt(member.rates, vipQualification, decidedFirst)
  const reportedBefore = endOfYear(timeZone, year).getTime()
  const counts = ({ sourceKey }: { sourceKey: string }) =>
    (firstReports.get(sourceKey) ?? Number.NEGATIVE_INFINITY) < reportedBefore
  const changes = dines
    .filter(({ dinedAt }) => Number(dinedAt.slice(0, 4)) === year)
    .flatMap(dine => changesBy({ ...dine, refunds: dine.refunds.filter(counts) }))
  const reached = spansOf(turnsOf(changes, qualification), since)
  const before = ofYear.map(({ validFrom, vip }) => ({ from: validFrom, to: vip!.revokedAt ?? vip!.validTo }))
  const after = reached.map(({ from, to }) => ({ from, to: to ?? validTo }))
  if (isSame(before.filter(isNotEmpty), after.filter(isNotEmpty))) return null
  const countedSince = since === Number.NEGATIVE_INFINITY ? null : new Date(since).toISOString()
  const fresh = reached
    .filter(({ from }) => !ofYear.some(grant => grant.validFrom === from))
    .map(
      ({ dineId, from, to }): Grant => ({
        id: Number.NaN,
        tierBefore: member.tierLevel,
        tierLevel: 3,
        validFrom: from,
        createdAt: now.getTime(),
        vip: { year, dineId, validTo, revokedAt: to },
        required: { ...qualification, countedSince },
      }),
    )
  const kept = tiers.map((tier): Grant => {
    if (tier.vip?.year !== year) return tier
    const match = reached.find(({ from }) => from === tier.validFrom)
    // A grant that never was stays as an empty one.
    const revokedAt = match ? match.to : tier.validFrom
    return { ...tier, vip: { ...tier.vip, dineId: match?.dineId ?? tier.vip.dineId, revokedAt } }
  })
  return { tiers: [...kept, ...fresh], before, after }
}

/** Dines at equal times come before what takes back; then by their ids, so that the order of reports does not matter. */
interface Change {
  readonly dineId: string
  readonly at: number
  readonly tie: string
  readonly dines: number
  readonly cents: number
}

/** A dine that refunds leave without a reward counts until the last one. */
function changesBy(dine: CountedDine): Change[] {
  const { id, transactionId, dinedAt, timezone, clearedCents, refundedCents, facts, refunds } = dine
  const isEarned = hasEarned(dine)
  if (!isEarned && !wasRefunded(dine)) return []
  const cleared = clearedCents ?? 0
  const earningCents = Math.min(cleared, facts.order?.subtotalCents ?? cleared)
  const makesUnit = (cents: number) =>
    cents * facts.rate.numerator * (facts.rounding === 'nearest' ? 2 : 1) >= facts.rate.denominator
  if (!isEarned && !makesUnit(earningCents)) return []
  const at = (time: LocalTime) => instantOf(timezone ?? 'UTC', time).getTime()
  const dined = { dineId: id, at: at(dinedAt), tie: transactionId, dines: 1, cents: cleared }
  if (refundedCents === 0) return [dined]
  const total = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const stays = isEarned || makesUnit(earningCents - total)
  const last = refunds.toSorted(
    (a, b) => compare(b.occurredAt, a.occurredAt) || compare(b.sourceKey, a.sourceKey),
  )[0]
  const ofRefunds = refunds.map(refund => {
    const takesDine = !stays && refund === last
    return {
      dineId: id,
      at: at(refund.occurredAt > dinedAt ? refund.occurredAt : dinedAt),
      tie: refund.sourceKey,
      dines: takesDine ? -1 : 0,
      cents: stays ? -refund.amountCents : takesDine ? -cleared : 0,
    }
  })
  return [dined, ...ofRefunds]
}

const hasEarned = ({ status }: Pick<CountedDine, 'status'>): boolean =>
  status === 'Awarded' || status === 'Deferred' || status === 'Paid'

const wasRefunded = ({ clearedCents, refundedCents, reasonCode }: CountedDine): boolean =>
  clearedCents !== null && refundedCents > 0 && isRefundReason(reasonCode)

/** Why a dine that refunds took from earns nothing any more. */
export const isRefundReason = (reasonCode: string | null): boolean =>
  reasonCode === 'refunded_in_full' || reasonCode === 'below_minimum_reward'

interface Turn {
  readonly dineId: string
  readonly at: number
  readonly isVip: boolean
}

/** The changes that reach a threshold, and those after which it is no longer reached. */
function turnsOf(
  changes: readonly Change[],
  { dinesRequired, dollarsRequired }: Pick<VipRequirement, 'dinesRequired' | 'dollarsRequired'>,
): Turn[] {
  let [dines, cents, wasVip] = [0, 0, false]
  const turns: Turn[] = []
  const ordered = changes.toSorted((a, b) => a.at - b.at || b.dines - a.dines || compare(a.tie, b.tie))
  for (const change of ordered) {
    dines += change.dines
    cents += change.cents
    const isVipNow = dines >= dinesRequired || (dollarsRequired > 0 && cents >= dollarsRequired * 100)
    if (isVipNow !== wasVip) turns.push({ dineId: change.dineId, at: change.at, isVip: isVipNow })
    wasVip = isVipNow
  }
  return turns
}

/** Those of before `since` begin with it. `to` is the refund that undoes it, null where none does. */
function spansOf(turns: readonly Turn[], since: number) {
  return turns.flatMap(({ isVip: begins, dineId, at }, index) => {
    if (!begins) return []
    const [from, to] = [Math.max(at, since), turns[index + 1]?.at ?? null]
    return to !== null && to <= from ? [] : [{ dineId, from, to }]
  })
}

/** What is kept of the tiers that were decided, null where they are as before. */
export function tierPlanOf({ partner, member, now }: Context, tiers: readonly Grant[]): TierPlan | null {
  if (tiers === member.tiers) return null
  const grants = tiers.flatMap(({ vip, ...tier }) => (vip ? [{ ...tier, vip }] : []))
  const stored = new Map(member.tiers.map(tier => [tier.id, tier]))
  const dateOf = (time: number | null) => (time === null ? null : new Date(time))
  const changed = grants
    .filter(({ id, vip }) => {
      const before = stored.get(id)?.vip
      return before && (before.dineId !== vip.dineId || before.revokedAt !== vip.revokedAt)
    })
    .map(({ id, vip: { dineId, revokedAt } }) => ({ id, dineId, revokedAt: dateOf(revokedAt) }))
  const granted = grants
    .filter(({ id }) => Number.isNaN(id))
    .map(
      ({ validFrom, vip, required }): NewGrant => ({
        year: vip.year,
        dineId: vip.dineId!,
        validFrom: new Date(validFrom),
        revokedAt: dateOf(vip.revokedAt),
        validTo: new Date(vip.validTo),
        required: required!,
      }),
    )
  // A refund may be dated ahead; it ends the tier now.
  const isVipNow = grants.some(({ vip }) => vip.revokedAt === null && vip.validTo > now.getTime())
  const wasVip = isVip(member)
  const known = new Set(member.tiers.map(({ vip }) => vip?.year))
  const years = new Set([
    ...granted.map(({ year }) => year),
    ...changed.map(({ id }) => stored.get(id)!.vip!.year),
  ])
  return {
    changed: changed.toSorted((a, b) => Number(a.revokedAt === null) - Number(b.revokedAt === null)),
    granted,
    before: member.tierLevel,
    after: isVipNow ? 3 : wasVip ? activatedTier(partner, member) : member.tierLevel,
    told: isVipNow ? [...years].filter(year => !wasVip || !known.has(year)) : [],
  }
}

const isNotEmpty = ({ from, to }: VipSpan): boolean => from < to

function isSame(a: readonly VipSpan[], b: readonly VipSpan[]): boolean {
  const textOf = (spans: readonly VipSpan[]) =>
    JSON.stringify(spans.map(({ from, to }) => [from, to]).toSorted(([x], [y]) => x! - y!))
  return textOf(a) === textOf(b)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
