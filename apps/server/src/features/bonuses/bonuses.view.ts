import type { MemberBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { bonusEndsAt, bonusObstacle, describeBonus } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { BonusDefinition, PromisedBonus } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { newMemberBonusApplies } from '@dineward/core/partner/partner-questions.ts'
import type { BonusProgress } from '@dineward/core/rewards/components/bonus/bonus.rules.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'

/** This is read as JSON, so times are ISO text. */
export interface StoredBonus {
  readonly code: string
  readonly bonusStatus: 'Enrolled' | 'Qualified'
  readonly description: string
  readonly definition: PromisedBonus
  readonly enrolledAt: string
  readonly progress: BonusProgress | null
}

export interface StoredBonuses {
  readonly bonuses: readonly StoredBonus[]
  /** Codes of the program whose budgets cannot pay another reward. */
  readonly usedUp: readonly string[]
}

interface BonusOwner {
  readonly joinedAt: Date
  readonly enrollmentSource: string | null
}

/** Those with a part of the member's, newest first, then those open to register for, unless they are used up. */
export function describeBonuses(
  partner: Partner,
  member: BonusOwner,
  { bonuses: stored, usedUp }: StoredBonuses,
  now: Date,
): MemberBonus[] {
  const open = partner.settings.bonuses.filter(
    definition =>
      definition.needsRegistration &&
      !usedUp.includes(definition.code) &&
      !stored.some(({ code }) => code === definition.code) &&
      bonusObstacle(partner, definition, member, now) === null,
  )
  return [
    ...stored.map(bonus => ({
      ...enrolledBonus(partner, member, bonus, now),
      isUsedUp: usedUp.includes(bonus.code),
    })),
    ...open.map(definition => ({
      ...common(partner, member, definition, now),
      isUsedUp: false,
      bonusStatus: 'Eligible' as const,
      createDateUtc: openSince(member, definition).toISOString(),
      description: describeBonus(partner, definition),
    })),
  ]
}

function enrolledBonus(
  partner: Partner,
  member: BonusOwner,
  bonus: StoredBonus,
  now: Date,
): Omit<MemberBonus, 'isUsedUp'> {
  const { definition, progress, bonusStatus, description, enrolledAt } = bonus
  const required = {
    dinesRequired: definition.dines,
    spendRequired: centsToDollars(definition.totalSpendCents),
  }
  return {
    ...common(partner, member, definition, now),
    bonusStatus,
    createDateUtc: new Date(enrolledAt).toISOString(),
    description,
    progress: {
      dines: progress?.dines ?? 0,
      spent: centsToDollars(progress?.spentCents ?? 0),
      ...required,
    },
  }
}

function common(partner: Partner, member: BonusOwner, definition: PromisedBonus, now: Date) {
  return {
    code: definition.code,
    isNewMemberBonus: definition.forNewMembers,
    memberIsEligibleForNMB: definition.forNewMembers && newMemberBonusApplies(partner, member, now),
    expiresAt: bonusEndsAt(partner, definition, member)?.toISOString() ?? definition.to,
  }
}

function openSince({ joinedAt }: BonusOwner, { from }: BonusDefinition): Date {
  const start = from === null ? joinedAt : new Date(`${from}T00:00:00Z`)
  return start > joinedAt ? start : joinedAt
}
