import { type MerchantFacts, merchantFactNames } from '@dineward/core/merchants/merchant-facts.rules.ts'
import type {
  ParticipationTerms,
  TermConditions,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { versionOf } from '../../partner/value-version.rules.ts'

/** Columns of `merchants` also hold what no form shows. */
export function factsOf(row: Record<keyof MerchantFacts, unknown>): MerchantFacts {
  return Object.fromEntries(merchantFactNames.map(name => [name, row[name]])) as unknown as MerchantFacts
}

/** The keys have one order, for `versionOf`. */
export function termsOf(row: ParticipationTerms): ParticipationTerms {
  const { joinedOn, leftOn, benefitDays, campaignCodes, maxSpendPerMonthCents, maxVisitsPerMonth } = row
  const { reservationBonus, feeBasisPoints } = row
  return {
    joinedOn,
    leftOn,
    benefitDays,
    campaignCodes,
    maxSpendPerMonthCents,
    maxVisitsPerMonth,
    reservationBonus,
    feeBasisPoints,
  }
}

export const conditionsOf = (row: TermConditions): TermConditions => ({
  benefitDays: row.benefitDays,
  campaignCodes: row.campaignCodes,
  maxSpendPerMonthCents: row.maxSpendPerMonthCents,
  maxVisitsPerMonth: row.maxVisitsPerMonth,
  reservationBonus: row.reservationBonus,
  feeBasisPoints: row.feeBasisPoints,
})

export interface ComingTerms {
  readonly from: LocalDate
  readonly terms: TermConditions
}

/** Of all that a change of a restaurant's terms is made from. */
export const termsVersion = (terms: ParticipationTerms, coming: readonly ComingTerms[]): string =>
  versionOf(coming.length === 0 ? terms : { terms, coming })

/** The id is part of addresses: `casa-lumen-new-york-8f31c2`. */
export function newMerchantId({ name, city }: Pick<MerchantFacts, 'name' | 'city'>, random: string): string {
  const words = foldText(`${name} ${city}`)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return [words, random].filter(part => part !== '').join('-')
}
