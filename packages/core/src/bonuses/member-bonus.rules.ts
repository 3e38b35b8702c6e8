import type { BonusDefinition, PromisedBonus } from '../partner/bonus-definition.ts'
import { formatReward, newMemberBonusApplies, type WithSettings } from '../partner/partner-questions.ts'
import { fillPlaceholders } from '../partner/placeholders.ts'
import { formatDate, formatShortCents } from '../shared/format.ts'

/** Placeholders of a bonus's description: its own numbers. */
export function describeBonus(
  partner: WithSettings<'currencyType' | 'currencyWords' | 'newMemberBonus'>,
  { description, reward, dines, minimumSpendCents, totalSpendCents, to }: BonusDefinition,
): string {
  const hours = partner.settings.newMemberBonus?.windowHours
  return fillPlaceholders(description, {
    reward: reward.kind === 'fixed' ? formatReward(partner, reward.units) : `${reward.times}x`,
    dines,
    'minimum spend': formatShortCents(minimumSpendCents),
    'total spend': formatShortCents(totalSpendCents),
    'last day': to === null ? '' : formatDate(to, 'long'),
    'window days': hours ? Math.floor(hours / 24) : '',
  }).text
}

interface BonusMember {
  readonly joinedAt: Date
  readonly enrollmentSource: string | null
}

type WithBonuses = WithSettings<'newMemberBonus'>

/** Why a member cannot register today, or null; `to` and `from` are compared as UTC dates, a dine's by its restaurant's clock. */
export function bonusObstacle(
  partner: WithBonuses,
  { from, to, forNewMembers }: BonusDefinition,
  member: BonusMember,
  now: Date,
): string | null {
  const today = now.toISOString().slice(0, 10)
  if (from !== null && today < from) return `This bonus begins on ${formatDate(from, 'long')}.`
  if (to !== null && today > to) return `This bonus ended on ${formatDate(to, 'long')}.`
  if (!forNewMembers || newMemberBonusApplies(partner, member, now)) return null
  return 'This bonus is for new members only.'
}

/** When the member's own window ends; null where only the definition's dates count. */
export function bonusEndsAt(
  { settings }: WithBonuses,
  { forNewMembers, windowHours = settings.newMemberBonus?.windowHours }: PromisedBonus,
  { joinedAt }: BonusMember,
): Date | null {
  return forNewMembers && windowHours ? new Date(joinedAt.getTime() + windowHours * 3_600_000) : null
}

/** What a member who enrolls is promised. */
export function promisedBonus({ settings }: WithBonuses, definition: BonusDefinition): PromisedBonus {
  return definition.forNewMembers
    ? { ...definition, windowHours: settings.newMemberBonus?.windowHours ?? null }
    : definition
}
