import { bonusEndsAt, describeBonus, promisedBonus } from '../../../bonuses/member-bonus.rules.ts'
import { newMemberBonusApplies } from '../../../partner/partner-questions.ts'
import { hasEarned } from '../../dines/dine-decisions.rules.ts'
import { instantOf } from '../../dines/dine-time.rules.ts'
import { type History, historySince, type PastDine, type Snapshot } from '../../snapshot.ts'
import { budgetKey, withinBudget } from '../budget.rules.ts'
import type { Component, ComponentDine, ComponentKind } from '../component.ts'
import { type ComponentRule, componentDine, type DecidedPlace } from '../component-rule.ts'
import { bonusKinds, decideBonus, type EnrolledBonus } from './bonus.rules.ts'

type Candidate = Omit<EnrolledBonus, 'status'> & { readonly status: EnrolledBonus['status'] | null }

const marginMs = 36 * 3_600_000

/** The member's bonuses that the changed dines can touch. */
export const bonus: ComponentRule = (snapshot, places) => {
  const dines = places.flatMap(({ decided }) => decided.flatMap(componentDine))
  const candidates: Candidate[] = [
    ...snapshot.bonuses.filter(bonus => places.some(place => canChange(bonus, place))),
    ...automaticBonuses(snapshot, places, dines),
  ]
  if (candidates.length === 0) return { components: [], stored: [] }
  const decidedCodes = new Set(candidates.map(({ code }) => code))
  const from = localText(Math.min(...candidates.map(({ enrolledAt }) => enrolledAt)) - marginMs)
  const here = new Set(
    places.flatMap(({ decided, mergedIds }) => [...decided.map(({ dine }) => dine.dineId), ...mergedIds]),
  )
  const history = historySince(snapshot, from)
  const otherDines = history.dines
    .filter(dine => dine.dinedAt >= from && hasEarned(dine) && !here.has(dine.id))
    .map(pastComponentDine)
  const allDines = [...dines, ...otherDines]
  const outcomes = candidates.map(candidate => {
    const { definition, enrolledAt } = candidate
    const known = definition.newRestaurants
      ? knownMerchants({ candidate, allDines, from, here }, history)
      : []
    const endsAt = bonusEndsAt(snapshot.partner, definition, snapshot.member)?.getTime() ?? null
    const outcome = decideBonus({ definition, enrolledAt, endsAt, knownMerchantIds: known }, allDines)
    return { candidate, outcome: { ...outcome, ...affordable(snapshot, candidate.code, outcome.components) } }
  })
  return {
    components: outcomes.flatMap(({ outcome }) => outcome.components),
    stored: snapshot.memberComponents.filter(({ kind, code }) => isOfBonus(kind) && decidedCodes.has(code)),
    otherDines,
    refused: outcomes.flatMap(({ outcome }) => outcome.refused),
    bonuses: outcomes.flatMap(({ candidate, outcome }) => {
      const { partner } = snapshot
      // One that repeats counts from zero after a reward.
      if (candidate.status === null && outcome.progress.dines === 0 && !outcome.isQualified) return []
      const reachedBy = allDines.find(({ dineId }) => dineId === outcome.components[0]?.dineId)
      const { definition, code, status } = candidate
      const enrollment = {
        definition: promisedBonus(partner, definition),
        description: describeBonus(partner, definition),
      }
      return [
        {
          code,
          enrollment: status === null ? enrollment : null,
          before: status ?? 'Enrolled',
          after: outcome.isQualified ? ('Qualified' as const) : ('Enrolled' as const),
          qualifiedAt: reachedBy ? new Date(reachedBy.instant) : null,
          progress: outcome.progress,
        },
      ]
    }),
  }
}

/** A bonus that its budget did not cover is not reached: where there is room again, the next dine decides it again. */
function affordable(
  { budgets, memberComponents }: Snapshot,
  bonusCode: string,
  wanted: readonly Component[],
) {
  const promised = memberComponents.filter(({ kind, code }) => isOfBonus(kind) && code === bonusCode)
  const budget = budgets.get(budgetKey({ kind: 'bonus', code: bonusCode }))
  const covered = withinBudget(budget, wanted, promised)
  return { ...covered, isQualified: covered.components.length > 0 }
}

const isOfBonus = (kind: ComponentKind): boolean => bonusKinds.some(one => one === kind)

/** Once reached, a bonus that does not repeat depends on dines up to then only: as they were, or as they are now. */
function canChange({ definition, qualifiedAt }: EnrolledBonus, place: DecidedPlace): boolean {
  if (qualifiedAt === null || definition.repeats || place.mergedIds.length > 0) return true
  return place.decided.some(({ dine: { dineId, facts, stored }, changes }) => {
    if (!place.changedIds.has(dineId)) return false
    const earlier = stored.dinedAt < changes.dinedAt ? stored.dinedAt : changes.dinedAt
    return instantOf(facts.timezone ?? 'UTC', earlier).getTime() <= qualifiedAt
  })
}

/**
 * These need no registration and are not stored yet. Whether they are open goes by the time of the dine, which clears
 * later.
 */
function automaticBonuses(
  { partner, member, bonuses }: Snapshot,
  places: readonly DecidedPlace[],
  dines: readonly ComponentDine[],
): Candidate[] {
  const isChanged = (dineId: string) => places.some(({ changedIds }) => changedIds.has(dineId))
  if (!dines.some(dine => dine.hasEarned && isChanged(dine.dineId))) return []
  return partner.settings.bonuses
    .filter(
      definition =>
        !definition.needsRegistration &&
        !bonuses.some(({ code }) => code === definition.code) &&
        (!definition.forNewMembers || newMemberBonusApplies(partner, member, member.joinedAt)),
    )
    .map(definition => ({
      code: definition.code,
      status: null,
      definition,
      enrolledAt: member.joinedAt.getTime(),
      qualifiedAt: null,
    }))
}

function pastComponentDine(dine: PastDine): ComponentDine {
  const { id, transactionId, merchantId, dinedAt, timezone, clearedCents, refundedCents, rewardUnits } = dine
  return {
    dineId: id,
    transactionId,
    merchantId,
    dinedAt,
    instant: instantOf(timezone ?? 'UTC', dinedAt).getTime(),
    netCents: Math.max(0, (clearedCents ?? 0) - refundedCents),
    earningCents: dine.earningCents,
    baseUnits: rewardUnits,
    hasEarned: true,
  }
}

function knownMerchants(
  {
    candidate,
    allDines,
    from,
    here,
  }: {
    readonly candidate: Candidate
    readonly allDines: readonly ComponentDine[]
    readonly from: string
    readonly here: ReadonlySet<string>
  },
  { dines, knownMerchantIds }: History,
): string[] {
  const recent = allDines.flatMap(({ merchantId, instant, hasEarned: earned }) =>
    merchantId !== null && earned && instant < candidate.enrolledAt ? [merchantId] : [],
  )
  const before = dines.flatMap(dine =>
    dine.dinedAt < from && dine.merchantId !== null && hasEarned(dine) && !here.has(dine.id)
      ? [dine.merchantId]
      : [],
  )
  return [...recent, ...before, ...knownMerchantIds]
}

const localText = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
