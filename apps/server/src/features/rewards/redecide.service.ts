import { isInSpans } from '@dineward/core/members/vip.rules.ts'
import { firstVersionOfLateTiers } from '@dineward/core/rewards/dine.rules.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type DineWithMovements, decideStoredDines, dinesWithMovements } from './dine-decisions.rules.ts'
import { type DecisionContext, memberFactsAt } from './dine-facts.rules.ts'
import type { RewardServices } from './event-context.service.ts'
import { postBaseDifferences } from './post-differences.service.ts'
import { redistributeRefunds } from './refunds.rules.ts'
import { amountsOfDines, dinesAt, lockMemberOfDines } from './rewards.read.ts'
import { type BaseTargets, type Outcome, saveDines } from './save-dines.service.ts'
import { selectDinesSince } from './vip-years.repository.ts'

export interface MemberAtMerchant {
  readonly partnerId: string
  readonly memberId: string
  /** Null: restaurants that are unknown or take no part. */
  readonly merchantId: string | null
}

type Change = (dine: DineWithMovements, context: DecisionContext) => DineWithMovements

/** Decide a member's dines at a restaurant again without an event, and post the differences, in one transaction. */
export async function redecideDines(
  services: RewardServices,
  key: MemberAtMerchant,
  change: Change,
  ofTiers?: TierOutcome,
): Promise<void> {
  const { db, clock, partners } = services
  if (!db.isTransaction)
    return db.transaction().execute((trx: Db) => redecideDines({ ...services, db: trx }, key, change))
  const partner = partners.bySlug(key.partnerId)
  if (!partner) return
  const member = await lockMemberOfDines(db, key)
  const stored = await dinesAt(db, key, key.merchantId)
  const dineIds = stored.map(({ id }) => id)
  const amounts = await amountsOfDines(db, key.partnerId, dineIds)
  const context = { partner, card: { ...key, ...member }, now: clock.now(), origin: partners.siteOf(partner) }
  const changed = dinesWithMovements(stored, amounts).map(dine => change(dine, context))
  const { dines, parked } = ofTiers?.isFirstAt(key.merchantId)
    ? redistributeRefunds(changed, { merged: [], waiting: [] })
    : { dines: changed, parked: [] }
  const outcome = {
    context,
    decided: decideStoredDines(dines),
    merged: [],
    parked,
    replaced: [],
    storedAmounts: amounts,
    events: [],
  }
  if (ofTiers) await saveWithTiers(services, outcome, ofTiers)
  else await saveDecided(services, outcome)
}

/** Post once all is decided, so that no posting takes back another of the same event. @returns false as `saveDines`. */
export async function saveDecided(services: RewardServices, outcome: Outcome): Promise<boolean> {
  const targets: BaseTargets = new Map()
  if (!(await saveWithTiers(services, outcome, { targets, isFirstAt: firstOf() }))) return false
  const { card, now } = outcome.context
  await postBaseDifferences(services.db, card, [...targets.values()], now)
  return true
}

/** What is decided again because the tier of the past is another. */
interface TierOutcome {
  readonly targets: BaseTargets
  /** Refunds are assigned again once at each restaurant: one that moves may change the tier, and so who takes it. */
  isFirstAt(merchantId: string | null): boolean
}

function firstOf(): TierOutcome['isFirstAt'] {
  const seen = new Set<string | null>()
  return merchantId => !seen.has(merchantId) && seen.add(merchantId).has(merchantId)
}

/**
 * Save, and decide again the dines at whose time the member's tier is another now: a late report may make a VIP of the
 * past. Which dines have earned decides who takes a refund that names none. A tier counts for later dines only, so this
 * ends. @returns false as `saveDines`.
 */
async function saveWithTiers(
  services: RewardServices,
  outcome: Outcome,
  ofTiers: TierOutcome,
): Promise<boolean> {
  const { partnerId, memberId } = outcome.context.card
  const vipChanges = await saveDines(services.db, outcome, ofTiers.targets)
  if (!vipChanges) return false
  for (const { before, after } of vipChanges) {
    const isChanged = (instant: number) => isInSpans(before, instant) !== isInSpans(after, instant)
    const first = Math.min(...[...before, ...after].map(({ from }) => from))
    const scope = { since: new Date(first), fromVersion: firstVersionOfLateTiers }
    const dines = await selectDinesSince(services.db, { partnerId, memberId }, scope)
    const merchantIds = dines
      .filter(dine => isChanged(instantOfDine(dine)))
      .map(({ merchantId }) => merchantId)
    for (const merchantId of new Set(merchantIds))
      await redecideDines(
        services,
        { partnerId, memberId, merchantId },
        (dine, context) => {
          if (dine.ruleVersion < firstVersionOfLateTiers) return dine
          const { timezone } = dine.facts
          const instant = instantOfDine({ timezone, dinedAt: dine.stored.dinedAt })
          return isChanged(instant) ? withTierAt(dine, context, instant) : dine
        },
        ofTiers,
      )
  }
  return true
}

const instantOfDine = ({ timezone, dinedAt }: { timezone: string | null; dinedAt: string }): number =>
  instantOf(timezone ?? 'UTC', dinedAt).getTime()

function withTierAt(dine: DineWithMovements, context: DecisionContext, instant: number): DineWithMovements {
  const { facts } = dine
  const { tier, rate, rounding } = memberFactsAt(context, instant, facts.tier)
  return tier === facts.tier ? dine : { ...dine, facts: { ...facts, tier, rate, rounding } }
}
