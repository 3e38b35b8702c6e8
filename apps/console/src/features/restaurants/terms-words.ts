import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { TermConditions } from '@dineward/core/merchants/participation-terms.rules.ts'
import { formatCents, formatReward } from '../../lib/format.ts'

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
    ['Fee', feeBasisPoints === null ? 'As the program says' : `${feeBasisPoints / 100} % of the net spend`],
    ['Campaign codes', terms.campaignCodes.join(', ')],
  ]
}
