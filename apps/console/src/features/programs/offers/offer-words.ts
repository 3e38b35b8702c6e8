import type { OfferRow } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { formatCents, formatPlainDates, formatReward, isMoney } from '../../../lib/format.ts'
import type { Tone } from '../../../ui/status.tsx'

export const offerStateWords: Record<OfferRow['state'], { label: string; tone: Tone }> = {
  coming: { label: 'Begins later', tone: 'wait' },
  running: { label: 'Runs', tone: 'good' },
  ended: { label: 'Ended', tone: 'quiet' },
}

export const daysText = ({ startsOn, endsOn }: Pick<OfferDefinition, 'startsOn' | 'endsOn'>): string =>
  formatPlainDates(startsOn, endsOn)

export function rewardText(program: Program, { reward }: Pick<OfferDefinition, 'reward'>): string {
  if (reward.kind === 'fixed') return formatReward(program, reward.units)
  if (reward.kind === 'multiplier') return `${reward.times} times the usual reward`
  return isMoney(program)
    ? `${reward.percent} % of the bill`
    : `${formatReward(program, reward.percent)} for each dollar`
}

/** For a difference that a person reads. @param nameOf a restaurant's */
export function offerInWords(
  program: Program,
  definition: OfferDefinition,
  nameOf: (id: string) => string,
): Record<string, string> {
  const { name, minimumSpendCents, budgetUnits, memberCapUnits } = definition
  const { startsOn, endsOn, merchantIds, memberIds } = definition
  return {
    Name: name,
    Reward: rewardText(program, definition),
    'Least bill': minimumSpendCents === 0 ? 'Any' : formatCents(minimumSpendCents),
    Budget: budgetUnits === null ? 'Without a limit' : formatReward(program, budgetUnits),
    'Most for one member': memberCapUnits === null ? 'No cap' : formatReward(program, memberCapUnits),
    'First day': startsOn,
    'Last day': endsOn,
    Restaurants: merchantIds.length === 0 ? 'All' : merchantIds.map(nameOf).join('; '),
    Members: memberIds === null ? 'All' : `${memberIds.length}: ${memberIds.join(', ')}`,
  }
}
