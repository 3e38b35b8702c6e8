import type { BonusDefinition, PromisedBonus } from '../../../partner/bonus-definition.ts'
import { weekdayOf } from '../../../shared/local-date.ts'
import { dateOf } from '../../dines/dine-time.rules.ts'
import { capLeft } from '../budget.rules.ts'
import { byTime, type Component, type ComponentDine, type ComponentKind } from '../component.ts'

/** These kinds are decided from all dines of the member. */
export const bonusKinds = ['bonus', 'corporate'] as const satisfies readonly ComponentKind[]

/** A member's part in a bonus; times in ms. */
export interface BonusEnrollment {
  /** It stays as it was when the member enrolled: what was promised holds. */
  readonly definition: BonusDefinition
  readonly enrolledAt: number
  /** The first instant that does not count. Null: no end but the definition's dates. */
  readonly endsAt: number | null
  /** Where the member had earned before; only for bonuses for restaurants that are new to the member. */
  readonly knownMerchantIds: readonly string[]
}

/** Times are in ms. */
export interface EnrolledBonus {
  readonly code: string
  readonly status: 'Enrolled' | 'Qualified'
  readonly definition: PromisedBonus
  readonly enrolledAt: number
  readonly qualifiedAt: number | null
}

export interface BonusProgress {
  /** That count toward the next reward. */
  readonly dines: number
  readonly spentCents: number
}

export interface BonusOutcome {
  readonly components: readonly Component[]
  readonly isQualified: boolean
  readonly progress: BonusProgress
}

/**
 * Decide a bonus from all dines of the member that could count. The dine that reaches the threshold carries a fixed
 * reward; a multiplier adds to each dine that counts. What is above the member's cap is cut off.
 */
export function decideBonus(enrollment: BonusEnrollment, dines: readonly ComponentDine[]): BonusOutcome {
  const { definition } = enrollment
  const { code, reward } = definition
  const kind = definition.paidBy === 'partner' ? 'corporate' : 'bonus'
  const components: Component[] = []
  let given = 0
  let progress: BonusProgress = { dines: 0, spentCents: 0 }
  for (const dine of dinesThatCount(enrollment, dines)) {
    if (components.length > 0 && !definition.repeats) break
    progress = { dines: progress.dines + 1, spentCents: progress.spentCents + dine.netCents }
    if (progress.dines < definition.dines || progress.spentCents < definition.totalSpendCents) continue
    const full = reward.kind === 'fixed' ? reward.units : dine.baseUnits * (reward.times - 1)
    const units = Math.min(full, capLeft(definition.memberCapUnits, given))
    given += units
    if (units > 0) components.push({ dineId: dine.dineId, kind, code, units })
    if (definition.repeats && reward.kind === 'fixed') progress = { dines: 0, spentCents: 0 }
  }
  return { components, isQualified: components.length > 0, progress }
}

function dinesThatCount(enrollment: BonusEnrollment, dines: readonly ComponentDine[]): ComponentDine[] {
  const { definition, knownMerchantIds } = enrollment
  const seen = new Set<string | null>(knownMerchantIds)
  return dines.toSorted(byTime).filter(dine => {
    if (!dine.hasEarned || !isWithinTerms(enrollment, dine)) return false
    if (definition.newRestaurants && seen.has(dine.merchantId)) return false
    seen.add(dine.merchantId)
    return true
  })
}

type DineOfTerms = Pick<ComponentDine, 'instant' | 'dinedAt' | 'netCents' | 'merchantId'>

/** Such a dine counts once it has earned, unless only restaurants that are new to the member do. */
export const isWithinTerms = (
  enrollment: Omit<BonusEnrollment, 'knownMerchantIds'>,
  dine: DineOfTerms,
): boolean => isInWindow(enrollment, dine) && meetsTerms(enrollment.definition, dine)

/** Networks report whole seconds, so an enrollment within the dine's second counts as before it. */
function isInWindow(
  { definition, enrolledAt, endsAt }: Omit<BonusEnrollment, 'knownMerchantIds'>,
  { instant, dinedAt }: DineOfTerms,
) {
  const date = dateOf(dinedAt)
  return (
    instant >= Math.floor(enrolledAt / 1_000) * 1_000 &&
    (endsAt === null || instant < endsAt) &&
    (definition.from === null || date >= definition.from) &&
    (definition.to === null || date <= definition.to)
  )
}

function meetsTerms({ days, merchantIds, minimumSpendCents }: BonusDefinition, dine: DineOfTerms): boolean {
  return (
    dine.netCents >= minimumSpendCents &&
    (days.length === 0 || days.includes(weekdayOf(dateOf(dine.dinedAt)))) &&
    (merchantIds.length === 0 || (dine.merchantId !== null && merchantIds.includes(dine.merchantId)))
  )
}
