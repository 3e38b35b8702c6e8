import type { ComponentDine } from '@dineward/core/rewards/components/component.ts'
import { type FlexOffer, offerComponents } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { decideDine, newestDineRule, roomLeft } from '@dineward/core/rewards/dines/dine.rules.ts'
import { termsForDecision } from '@dineward/core/rewards/dines/dine-facts.rules.ts'
import { instantOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import type { DineFacts } from '@dineward/core/rewards/dines/dine-to-decide.ts'
import type { ReasonCode } from '@dineward/core/rewards/reason-codes.ts'
import { rateAt } from '@dineward/core/rewards/tiers/rate-versions.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import type { StaffContext } from '../../context.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { selectDryRunInputs } from './dry-run.read.ts'

export interface DryRunInput {
  readonly merchantId: string
  readonly spendCents: number
  /** The restaurant's date. */
  readonly dinedOn: LocalDate
  readonly tier: number
  /** Counts as well, in place of the stored one of the same id. */
  readonly offer: FlexOffer | null
}

export interface DryRun {
  readonly baseUnits: number
  /** Why it earns nothing, or less. */
  readonly reasonCode: ReasonCode | null
  readonly offer: { readonly id: string; readonly units: number } | null
}

/**
 * What a member's first dine of the month would earn, cleared at 7 PM, by the rules that decide dines. Without bonuses and
 * offers to single members. @throws `merchant_not_found`.
 */
export async function dryRunDine(
  { db, partner }: Pick<StaffContext, 'db' | 'partner'>,
  { merchantId, spendCents, dinedOn, tier, offer }: DryRunInput,
): Promise<DryRun> {
  const place = await findMerchantForEvent({ db, partner }, { merchantId, localDate: dinedOn })
  if (!place) throw new AppError('merchant_not_found')
  const { rates, offers } = await selectDryRunInputs(db, partner.slug, merchantId)
  const dinedAt = `${dinedOn}T19:00:00` as const
  const instant = instantOf(place.timezone, dinedAt).getTime()
  const linkedAt = new Date(instant - 86_400_000).toISOString()
  const facts: DineFacts = {
    currency: partner.settings.billCurrency,
    billCurrency: partner.settings.billCurrency,
    tier,
    timezone: place.timezone,
    terms: termsForDecision(partner, place),
    ...rateAt(rates, partner.settings.rewards, { instant, tier }),
    cardLinkedAt: linkedAt,
    cardRemovedAt: null,
    accountClosedAt: null,
  }
  const amounts = { authorizedCents: null, clearedCents: spendCents, refundedCents: 0 }
  const decision = decideDine(
    { ruleVersion: newestDineRule(), dinedAt, amounts, facts, expired: false, earnedAs: 'Awarded' },
    roomLeft(facts.terms, { cents: 0, visits: 0 }),
  )
  const { rewardUnits: baseUnits, reasonCode, earningCents } = decision
  if (decision.status === 'Forfeit') return { baseUnits, reasonCode, offer: null }
  const dine: ComponentDine = {
    dineId: '',
    transactionId: '',
    merchantId,
    dinedAt,
    instant,
    netCents: spendCents,
    earningCents,
    baseUnits,
    hasEarned: true,
  }
  const open = [...offers.filter(({ id }) => id !== offer?.id), ...(offer ? [offer] : [])]
  const [component] = offerComponents(open, [dine]).components
  return { baseUnits, reasonCode, offer: component ? { id: component.code, units: component.units } : null }
}
