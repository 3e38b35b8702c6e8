import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import { formatCents, formatPlainDate, formatReward } from '../../../lib/format.ts'

/** What a bonus takes and gives, in a line. */
export function bonusText(program: Program, bonus: BonusDefinition): string {
  const { reward, dines, minimumSpendCents, totalSpendCents, days, merchantIds } = bonus
  const parts = [
    reward.kind === 'fixed' ? formatReward(program, reward.units) : `${reward.times} times the usual`,
    `for ${dines === 1 ? 'a dine' : `${dines} dines`}`,
    minimumSpendCents > 0 && `of ${formatCents(minimumSpendCents)} or more`,
    totalSpendCents > 0 && `that cost ${formatCents(totalSpendCents)} together`,
    bonus.newRestaurants && 'at new restaurants',
    merchantIds.length > 0 &&
      `at ${merchantIds.length === 1 ? 'one restaurant' : `${merchantIds.length} restaurants`}`,
    days.length > 0 && `on ${days.join(', ')}`,
  ]
  return parts.filter(Boolean).join(' ')
}

export function bonusBudget(program: Program, { budgetUnits, memberCapUnits }: BonusDefinition): string {
  const limit = budgetUnits === null ? 'Without a limit' : formatReward(program, budgetUnits)
  return memberCapUnits === null ? limit : `${limit}, ${formatReward(program, memberCapUnits)} a member`
}

export function bonusDays({ from, to }: BonusDefinition): string {
  if (from && to) return `${formatPlainDate(from)} to ${formatPlainDate(to)}`
  if (from) return `from ${formatPlainDate(from)}`
  return to ? `until ${formatPlainDate(to)}` : 'always'
}

/** By the reader's day. */
export function bonusState({ from, to }: BonusDefinition, today: string): 'runs' | 'comes' | 'ended' {
  if (to && to < today) return 'ended'
  return from && from > today ? 'comes' : 'runs'
}
