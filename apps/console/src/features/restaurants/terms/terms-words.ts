import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { TermConditions } from '@dineward/core/merchants/participation-terms.rules.ts'
import { formatCents, formatReward } from '../../../lib/format.ts'

export const feeInWords = (basisPoints: number | null): string =>
  basisPoints === null ? 'As the program says' : `${basisPoints / 100} % of the net spend`

export function termsInWords(terms: TermConditions, program: Program): (readonly [string, string])[] {
  const { benefitDays, maxSpendPerMonthCents, maxVisitsPerMonth, reservationBonus, feeBasisPoints } = terms
  return [
    ['Days that earn', benefitDays.length === 7 ? 'Every day' : benefitDays.join(', ')],
    [
      'Spend that earns, a month',
      maxSpendPerMonthCents === null ? 'Any' : formatCents(maxSpendPerMonthCents),
    ],
    ['Visits that earn, a month', maxVisitsPerMonth === null ? 'Any' : String(maxVisitsPerMonth)],
    [
      'Bonus for a booked table',
      reservationBonus === null ? 'As the program says' : formatReward(program, reservationBonus),
    ],
    ['Fee', feeInWords(feeBasisPoints)],
    ['Campaign codes', terms.campaignCodes.join(', ')],
  ]
}
