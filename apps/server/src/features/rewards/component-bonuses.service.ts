import { bonusEndsAt } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { PromisedBonus } from '@dineward/core/partner/bonus-definition.ts'
import { newMemberBonusApplies } from '@dineward/core/partner/partner-questions.ts'
import { type BonusEnrollment, type BonusOutcome, decideBonus } from '@dineward/core/rewards/bonuses.rules.ts'
import type { Component, ComponentDine } from '@dineward/core/rewards/components.rules.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { enrollAutomatically, saveBonusState } from '../bonuses/bonuses.service.ts'
import { type EnrolledBonus, selectEarnedDines, selectKnownMerchants } from './components.read.ts'
import type { DecidedDine } from './dine-decisions.rules.ts'
import type { DecisionContext } from './dine-facts.rules.ts'

interface BonusStage {
  readonly context: DecisionContext
  /** The member's dines at the restaurant of the event. */
  readonly dines: readonly ComponentDine[]
  /** The same, with those that earn nothing. */
  readonly decided: readonly DecidedDine[]
  readonly changedIds: ReadonlySet<string>
  readonly mergedIds: readonly string[]
  readonly enrolled: readonly EnrolledBonus[]
}

interface DecidedBonuses {
  readonly components: readonly Component[]
  /** Bonuses that this event cannot change are not decided again. */
  readonly decidedCodes: ReadonlySet<string>
  /** The member's dines elsewhere that were taken into account. */
  readonly otherDines: readonly ComponentDine[]
}

const marginMs = 36 * 3_600_000

/** Decide the member's bonuses that the changed dines can touch, and save their states. */
export async function decideBonuses(db: Db, stage: BonusStage): Promise<DecidedBonuses> {
  const { context, dines, mergedIds } = stage
  const { partnerId, memberId } = context.card
  const candidates = [...stage.enrolled.filter(bonus => canChange(bonus, stage)), ...automaticBonuses(stage)]
  if (candidates.length === 0) return { components: [], decidedCodes: new Set(), otherDines: [] }
  const from = localText(Math.min(...candidates.map(({ enrolledAt }) => enrolledAt)) - marginMs)
  const without = [...dines.map(({ dineId }) => dineId), ...stage.changedIds, ...mergedIds]
  const otherDines = await selectEarnedDines(db, { partnerId, memberId }, { from, without })
  const all = [...dines, ...otherDines]
  const components: Component[] = []
  for (const bonus of candidates) {
    const known = bonus.definition.newRestaurants
      ? await knownMerchants(db, context, { bonus, all, from })
      : []
    const outcome = decideBonus(enrollmentOf(context, bonus, known), all)
    components.push(...outcome.components)
    await saveOutcome(db, context, { bonus, outcome, all })
  }
  return { components, decidedCodes: new Set(candidates.map(({ code }) => code)), otherDines }
}

type Candidate = Omit<EnrolledBonus, 'status'> & { readonly status: EnrolledBonus['status'] | null }

/** Once reached, a bonus that does not repeat depends on dines up to then only: as they were, or as they are now. */
function canChange(
  { definition, qualifiedAt }: EnrolledBonus,
  { decided, changedIds, mergedIds }: BonusStage,
) {
  if (qualifiedAt === null || definition.repeats || mergedIds.length > 0) return true
  return decided.some(({ dine: { dineId, facts, stored }, changes }) => {
    if (!changedIds.has(dineId)) return false
    const earlier = stored.dinedAt < changes.dinedAt ? stored.dinedAt : changes.dinedAt
    return instantOf(facts.timezone ?? 'UTC', earlier).getTime() <= qualifiedAt
  })
}

/** Without registration, and not stored yet. Whether they are open goes by the time of the dine, which clears later. */
function automaticBonuses({ context, enrolled, dines, changedIds }: BonusStage): Candidate[] {
  const { partner, card } = context
  if (!dines.some(({ dineId, hasEarned }) => hasEarned && changedIds.has(dineId))) return []
  return partner.settings.bonuses
    .filter(
      definition =>
        !definition.needsRegistration &&
        !enrolled.some(({ code }) => code === definition.code) &&
        (!definition.forNewMembers || newMemberBonusApplies(partner, card, card.joinedAt)),
    )
    .map(definition => ({
      code: definition.code,
      status: null,
      definition,
      enrolledAt: card.joinedAt.getTime(),
      qualifiedAt: null,
    }))
}

async function knownMerchants(
  db: Db,
  { card }: DecisionContext,
  { bonus, all, from }: { bonus: Candidate; all: readonly ComponentDine[]; from: string },
): Promise<string[]> {
  const recent = all.flatMap(({ merchantId, instant, hasEarned }) =>
    merchantId !== null && hasEarned && instant < bonus.enrolledAt ? [merchantId] : [],
  )
  return [...recent, ...(await selectKnownMerchants(db, card, from))]
}

function enrollmentOf(
  { partner, card }: DecisionContext,
  { definition, enrolledAt }: { readonly definition: PromisedBonus; readonly enrolledAt: number },
  knownMerchantIds: readonly string[],
): BonusEnrollment {
  const endsAt = bonusEndsAt(partner, definition, card)?.getTime() ?? null
  return { definition, enrolledAt, endsAt, knownMerchantIds }
}

async function saveOutcome(
  db: Db,
  { partner, card, now }: DecisionContext,
  { bonus, outcome, all }: { bonus: Candidate; outcome: BonusOutcome; all: readonly ComponentDine[] },
): Promise<void> {
  if (bonus.status === null) {
    // One that repeats counts from zero after a reward.
    if (outcome.progress.dines === 0 && !outcome.isQualified) return
    await enrollAutomatically(
      db,
      partner,
      { id: card.memberId, joinedAt: card.joinedAt },
      bonus.definition,
      now,
    )
  }
  const reachedBy = all.find(({ dineId }) => dineId === outcome.components[0]?.dineId)
  const key = { partnerId: card.partnerId, memberId: card.memberId, code: bonus.code }
  await saveBonusState(db, key, {
    before: bonus.status ?? 'Enrolled',
    after: {
      bonusStatus: outcome.isQualified ? 'Qualified' : 'Enrolled',
      qualifiedAt: reachedBy ? new Date(reachedBy.instant) : null,
      progress: outcome.progress,
    },
    now,
  })
}

const localText = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
