import type { WithSettings } from '../partner/partner-questions.ts'
import { formatReward, rewardsAreCents } from '../partner/partner-questions.ts'
import type { DineAmounts, DineFacts } from '../rewards/dines/dine-to-decide.ts'
import { rewardUnits } from '../rewards/earning.rules.ts'
import type { ReasonCode } from '../rewards/reason-codes.ts'
import {
  type DateStyle,
  formatCents,
  formatDate,
  formatInstant,
  formatList,
  formatNumber,
} from '../shared/format.ts'
import { lookUp } from '../shared/look-up.ts'

/** An input of a decision, for staff to read. */
export interface DecisionLine {
  readonly label: string
  readonly text: string
  /** It is why the dine earned nothing, less, or not yet. */
  readonly isDecisive: boolean
}

/** As it is stored with a dine. */
export interface RecordedInputs {
  readonly ruleVersion: number
  readonly facts: DineFacts
  readonly amounts: DineAmounts
  readonly earningCents: number
}

type Program = WithSettings<'currencyType' | 'currencyWords'>

/** Which line has the fact that decided; `Partner` is what became of the reward after the decision. */
const decisiveLabels: Record<ReasonCode, string> = {
  not_participating: 'Restaurant',
  merchant_left: 'Restaurant',
  merchant_not_yet_joined: 'Restaurant',
  excluded_day: 'Restaurant',
  monthly_spend_reached: 'Restaurant',
  monthly_visits_reached: 'Restaurant',
  acclaimed_locked: 'Tier at the dine',
  third_party_delivery: 'Order',
  online_order: 'Order',
  card_not_linked_at_dine: 'Card',
  card_removed: 'Card',
  account_closed: 'Account',
  currency_not_supported: 'Bill',
  amount_zero: 'Bill',
  refunded_in_full: 'Bill',
  partly_refunded: 'Bill',
  authorization_expired: 'Bill',
  tip_pending: 'Bill',
  under_review: 'Review',
  review_refused: 'Review',
  below_minimum_reward: 'Rate',
  member_number_unknown: 'Partner',
  partner_rejected: 'Partner',
  rest_to_be_paid: 'Partner',
}

/** What came after the rules. */
const laterTexts = {
  under_review: 'A person checks the dine',
  review_refused: 'A person checked the dine, and refused its reward',
  member_number_unknown: 'Refused the reward: it does not know the member number',
  partner_rejected: 'Refused the reward',
  rest_to_be_paid: 'Has confirmed a part; the rest was sent later',
} satisfies Partial<Record<ReasonCode, string>>

/** What a dine's base was decided on: the fact that decided first, then in the order in which the rules ask. */
export function decisionLines(
  program: Program,
  { ruleVersion, facts, amounts, earningCents }: RecordedInputs,
  reasonCode: string | null = null,
): DecisionLine[] {
  const instantText = instantTextIn(facts.timezone ?? 'UTC')
  const decisive = reasonCode === null ? undefined : lookUp(decisiveLabels, reasonCode)
  const laterText = reasonCode === null ? undefined : lookUp(laterTexts, reasonCode)
  const lines: (Omit<DecisionLine, 'isDecisive'> | null)[] = [
    laterText === undefined || decisive === undefined ? null : { label: decisive, text: laterText },
    { label: 'Bill', text: billText(amounts, facts) },
    facts.order ? { label: 'Order', text: orderText(facts.order) } : null,
    { label: 'Restaurant', text: termsText(facts.terms) },
    { label: 'Card', text: cardText(facts, instantText) },
    facts.accountClosedAt
      ? { label: 'Account', text: `Closed on ${instantText(facts.accountClosedAt)}` }
      : null,
    { label: 'Tier at the dine', text: tierText(facts.tier) },
    { label: 'Amount that earns', text: formatCents(earningCents) },
    { label: 'Rate', text: rateText(program, facts, earningCents) },
    { label: 'Rules', text: `Version ${ruleVersion}` },
  ]
  return lines
    .filter(line => line !== null)
    .map(line => ({ ...line, isDecisive: line.label === decisive }))
    .toSorted((a, b) => Number(b.isDecisive) - Number(a.isDecisive))
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

function cardText(
  { cardLinkedAt, cardRemovedAt }: DineFacts,
  instantText: (instant: string) => string,
): string {
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

/** In the zone of the restaurant, as every time of the page. */
const instantTextIn =
  (zone: string) =>
  (instant: string): string =>
    ['medium', 'time'].map(style => formatInstant(new Date(instant), style as DateStyle, zone)).join(', ')
