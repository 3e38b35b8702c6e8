import type { WithSettings } from '../partner/partner-questions.ts'
import { formatReward, rewardsAreCents } from '../partner/partner-questions.ts'
import type { DineAmounts, DineFacts } from '../rewards/dines/dine-to-decide.ts'
import { rewardUnits } from '../rewards/earning.rules.ts'
import { formatCents, formatDate, formatList, formatNumber } from '../shared/format.ts'

/** An input of a decision, for staff to read. */
export interface DecisionLine {
  readonly label: string
  readonly text: string
}

/** As it is stored with a dine. */
export interface RecordedInputs {
  readonly ruleVersion: number
  readonly facts: DineFacts
  readonly amounts: DineAmounts
  readonly earningCents: number
}

type Program = WithSettings<'currencyType' | 'currencyWords'>

/** What a dine's base was decided on, in the order in which the rules ask. */
export function decisionLines(
  program: Program,
  { ruleVersion, facts, amounts, earningCents }: RecordedInputs,
) {
  const lines: (DecisionLine | null)[] = [
    { label: 'Bill', text: billText(amounts, facts) },
    facts.order ? { label: 'Order', text: orderText(facts.order) } : null,
    { label: 'Restaurant', text: termsText(facts.terms) },
    { label: 'Card', text: cardText(facts) },
    facts.accountClosedAt
      ? { label: 'Account', text: `Closed on ${instantText(facts.accountClosedAt)}` }
      : null,
    { label: 'Tier at the dine', text: tierText(facts.tier) },
    { label: 'Amount that earns', text: formatCents(earningCents) },
    { label: 'Rate', text: rateText(program, facts, earningCents) },
    facts.timezone ? { label: 'Time zone', text: facts.timezone } : null,
    { label: 'Rules', text: `Version ${ruleVersion}` },
  ]
  return lines.filter(line => line !== null)
}

const tiers = ['Not opted in to email', 'Not activated', 'Opted in', 'VIP']

export const tierText = (tier: number): string => `${tiers[tier] ?? 'Unknown'} (tier ${tier})`

function billText(
  { authorizedCents, clearedCents, refundedCents }: DineAmounts,
  { currency, billCurrency }: RecordedInputs['facts'],
): string {
  const money = (cents: number) => formatCents(cents, currency)
  const parts = [
    clearedCents === null ? 'not cleared yet' : `${money(clearedCents)} cleared`,
    authorizedCents === null ? 'never authorized' : `${money(authorizedCents)} authorized`,
    ...(refundedCents > 0 ? [`${money(refundedCents)} refunded`] : []),
  ]
  const bill = parts.join(', ')
  return currency === billCurrency ? bill : `${bill}. Only bills in ${billCurrency} earn`
}

const orderText = ({ kind, subtotalCents }: NonNullable<DineFacts['order']>): string =>
  kind === 'delivery'
    ? 'Delivered by another company, which never earns'
    : `Online, earns on the subtotal: ${subtotalCents === null ? 'not reported' : formatCents(subtotalCents)}`

function termsText(terms: DineFacts['terms']): string {
  if (terms === null) return 'Took no part in the program'
  const { joinedOn, leftOn, benefitDays, maxSpendPerMonthCents, maxVisitsPerMonth, campaignCodes } = terms
  const parts = [
    `In the program since ${formatDate(joinedOn, 'medium')}`,
    ...(leftOn ? [`left on ${formatDate(leftOn, 'medium')}`] : []),
    benefitDays.length === 7 ? 'earns every day' : `earns on ${formatList(benefitDays) || 'no day'}`,
    ...(maxSpendPerMonthCents === null ? [] : [`at most ${formatCents(maxSpendPerMonthCents)} a month`]),
    ...(maxVisitsPerMonth === null ? [] : [`at most ${maxVisitsPerMonth} visits a month`]),
    ...(campaignCodes.length > 0 ? [`needs a tier for ${formatList(campaignCodes)}`] : []),
  ]
  return parts.join('; ')
}

function cardText({ cardLinkedAt, cardRemovedAt }: DineFacts): string {
  const removed = cardRemovedAt ? `, removed on ${instantText(cardRemovedAt)}` : ''
  return `Linked on ${instantText(cardLinkedAt)}${removed}`
}

function rateText(program: Program, { rate, rounding }: DineFacts, earningCents: number): string {
  const perDollar = (rate.numerator * 100) / rate.denominator
  const each = rewardsAreCents(program)
    ? `${formatNumber(perDollar, 2)}%`
    : `${formatNumber(perDollar, 2)} for each dollar`
  const rounded = rounding === 'down' ? 'rounded down' : 'rounded to the nearest'
  return `${each}, ${rounded}: ${formatReward(program, rewardUnits(earningCents, rate, rounding))}`
}

const instantText = (instant: string): string =>
  `${formatDate(instant, 'medium')}, ${instant.slice(11, 16)} UTC`
