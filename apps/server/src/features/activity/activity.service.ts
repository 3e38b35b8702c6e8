import type { creditSchema, Transaction } from '@dineward/core/activity/activity.contract.ts'
import type { ActivityFilters } from '@dineward/core/activity/activity-filters.ts'
import { type DineReview, dineHistory } from '@dineward/core/activity/dine-history.rules.ts'
import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import { copyText, isCopyKey } from '@dineward/core/partner/copy.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { paysStatementCredits, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import {
  holdDaysOf,
  holdsSince,
  payableCents,
  payoutHold,
  usedDeliveries,
} from '@dineward/core/payouts/payouts.rules.ts'
import { paidBy } from '@dineward/core/rewards/components/component.ts'
import { netCents } from '@dineward/core/rewards/dines/dine.rules.ts'
import { refusedByReview, underReview } from '@dineward/core/rewards/holds/stored-hold.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import type * as z from 'zod/mini'
import type { Context, MemberContext } from '../../context.ts'
import type { PayoutStanding } from '../payouts/payouts.read.ts'
import { memberBalance } from '../rewards/rewards.service.ts'
import {
  type CreditRow,
  type DineComponent,
  type DineRow,
  type Page,
  type RewardRow,
  selectActivity,
} from './activity.repository.ts'
import { activityCsv } from './activity-csv.rules.ts'

export { type DineOfProgram, selectDines as listDinesByIds } from './activity.repository.ts'

/** The limit is more than anyone dines. */
const maxFileRows = 10_000

interface PageQuery extends ActivityFilters {
  readonly pageNo: number
  readonly resultsPerPage: number
}

/** Includes dines that earned nothing, and rewards without a dine. One statement. */
export const listDines = (ctx: MemberContext, query: PageQuery) => listDinesOf(ctx, ctx.actor.id, query)

/** As the member's own list has them. */
export async function listDinesOf(ctx: Context, memberId: string, query: PageQuery) {
  const {
    rows,
    balanceUnits: _,
    payouts: __,
    ...totals
  } = await listActivity(ctx, memberId, query, { withCredits: false })
  const explain = explainReason(ctx)
  return {
    data: rows.flatMap(row => (row.recordType === 'Credit' ? [] : [toItem(row, ctx.partner, explain)])),
    ...totals,
  }
}

/**
 * The balance is read with the list, in one statement. @throws `not_found` where the partner pays no statement credits.
 */
export async function listDinesAndCredits(ctx: MemberContext, query: PageQuery) {
  requireCredits(ctx)
  const { rows, balanceUnits, payouts, ...totals } = await listActivity(ctx, ctx.actor.id, query, {
    withCredits: true,
  })
  const explain = explainReason(ctx)
  return {
    data: rows.map(row =>
      row.recordType === 'Credit' ? toCredit(row, explain) : toItem(row, ctx.partner, explain),
    ),
    memberBalance: centsToDollars(balanceUnits),
    payouts: describePayouts(ctx, { ...payouts, balanceCents: balanceUnits }),
    ...totals,
  }
}

async function listActivity(
  ctx: Context,
  memberId: string,
  query: PageQuery,
  options: { readonly withCredits: boolean },
) {
  const listed = await selectActivity(ctx.db, pageOf(ctx, memberId, query), options)
  const { rows, balanceUnits, payouts, total: totalResultSize } = listed
  return {
    rows,
    balanceUnits,
    payouts,
    totalResultSize,
    totalPages: totalPages(totalResultSize, query.resultsPerPage),
  }
}

function describePayouts(
  { partner, gateways, clock }: Context,
  standing: PayoutStanding & { readonly balanceCents: number },
) {
  const deliveries = gateways.payouts?.deliveries ?? ['Card', 'Email']
  const held = payoutHold(partner, standing, usedDeliveries(partner, deliveries), clock.now())
  return {
    inFlight: centsToDollars(standing.inFlightCents),
    paid: centsToDollars(standing.paidCents),
    waiting: centsToDollars(standing.balanceCents - payableCents(standing)),
    hold: held?.hold ?? null,
    retryAt: held?.retryAt?.toISOString() ?? null,
  }
}

/** One statement reads the whole file. */
export async function activityFile(ctx: MemberContext, filters: ActivityFilters): Promise<string> {
  const withCredits = paysStatementCredits(ctx.partner)
  const query = { ...filters, pageNo: 1, resultsPerPage: maxFileRows }
  const { rows } = await listActivity(ctx, ctx.actor.id, query, { withCredits })
  const explain = explainReason(ctx)
  const items = rows.map(row =>
    row.recordType === 'Credit' ? toCredit(row, explain) : toItem(row, ctx.partner, explain),
  )
  return activityCsv(ctx.partner, items)
}

/**
 * The balance is in dollars, and negative after a refund of a paid dine. @throws `not_found` where no credits are paid.
 */
export async function creditBalance(ctx: MemberContext): Promise<{ memberBalance: number }> {
  requireCredits(ctx)
  return { memberBalance: centsToDollars(await memberBalance(ctx)) }
}

function requireCredits({ partner }: MemberContext): void {
  if (!paysStatementCredits(partner)) throw new AppError('not_found')
}

function pageOf(ctx: Context, memberId: string, { pageNo, resultsPerPage, ...filters }: PageQuery): Page {
  return {
    partnerId: ctx.partner.slug,
    memberId,
    limit: resultsPerPage,
    offset: (pageNo - 1) * resultsPerPage,
    now: ctx.clock.now(),
    waitsSince: holdsSince(ctx.partner, ctx.clock.now()),
    filters,
  }
}

export type Explain = (
  reasonCode: string | null,
  of?: 'reason' | 'activity.reason' | 'payout.reason',
  more?: Readonly<Record<string, string>>,
) => Transaction['reason']

/** A reason in the words that members read. */
export function explainReason({ partner, clock }: Pick<Context, 'partner' | 'clock'>): Explain {
  const values = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now())
  return (code, of = 'reason', more = {}) => {
    if (code === null) return null
    const key = `${of}.${code}`
    return { code, text: isCopyKey(key) ? copyText(partner.copy, key, { ...values, ...more }) : '' }
  }
}

/** For staff, who need a sentence where nothing is missing too. */
export function explainDine(ctx: Context) {
  const explain = explainReason(ctx)
  return (code: string | null, status: DineStatus): NonNullable<Transaction['reason']> =>
    explain(code) ?? { code: status, text: ctx.partner.copy[`activity.explain.${status}`] }
}

function toItem(row: DineRow | RewardRow, partner: Partner, explain: Explain): Transaction {
  return row.recordType === 'Reward' ? toManual(row, partner, explain) : toTransaction(row, partner, explain)
}

function toTransaction(row: DineRow, partner: Partner, explain: Explain): Transaction {
  const { parts, units, reason, history } = describeDine(row, partner, explain)
  return {
    recordType: 'Transaction',
    sourceTransactionId: row.sourceTransactionId,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    date: row.at.replace(' ', 'T').slice(0, 19),
    transactionCreatedAt: row.createdAt.toISOString(),
    awardStatus: row.status,
    transactionStatus: row.status,
    transactionType: isClaimed({ transactionId: row.sourceTransactionId }) ? 'Manual' : 'Settle',
    benefitAmount: inPartnerUnit(partner, units),
    ticketAmount: centsToDollars(netCents(row)),
    ticketCurrency: row.currency,
    cardLastFour: row.cardLastFour,
    paidAt: row.status === 'Paid' ? (row.paidAt?.toISOString() ?? null) : null,
    activeMerchant: row.activeMerchant,
    isTranslated: true,
    isReviewed: row.isReviewed,
    reason,
    components: parts.map(({ units, ...part }) => ({ ...part, amount: inPartnerUnit(partner, units) })),
    history: history.map(({ at, status, units, ticketCents, reason }) => ({
      at,
      status,
      benefitAmount: inPartnerUnit(partner, units),
      ticketAmount: centsToDollars(ticketCents),
      reason,
    })),
  }
}

/** What a dine earned, why, and how it came to that: in units of the partner and in cents. */
export function describeDine(row: Omit<DineRow, 'recordType' | 'at'>, partner: Partner, explain: Explain) {
  const parts = partsOf(row, partner)
  const history = dineHistory({
    ...row,
    ...row.history,
    units: sumOf(parts),
    ticketCents: netCents(row),
    seenAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  })
  return {
    parts,
    units: sumOf(parts),
    reason: reasonOf(row, partner, explain),
    history: history.map(({ reasonCode, ...entry }) => ({ ...entry, reason: explain(reasonCode) })),
  }
}

/** A reward that waits says until when, after what else is to be said. */
function reasonOf(
  row: Pick<DineRow, 'reasonCode' | 'waitingSince'> & Partial<Pick<DineRow, 'history'>>,
  partner: Partner,
  explain: Explain,
): Transaction['reason'] {
  const { reasonCode, waitingSince } = row
  const reason = withReview(explain(reasonCode), row.history?.review ?? null, explain)
  if (!waitingSince) return reason
  const until = new Date(waitingSince.getTime() + days(holdDaysOf(partner)))
  const waits = explain('waits', 'activity.reason', { date: formatInstant(until, 'long', 'UTC') })!
  return reason ? { ...reason, text: `${reason.text} ${waits.text}` } : waits
}

/** Where a person looks at a dine it says by when; where one refused it, why. */
export function withReview<R extends Transaction['reason']>(
  reason: R,
  review: DineReview | null,
  explain: Explain,
): R {
  if (!reason || !review) return reason
  const answerBy = () =>
    explain('answerBy', 'activity.reason', { date: formatInstant(new Date(review.dueAt), 'long', 'UTC') })!
      .text
  const more = { [underReview]: answerBy, [refusedByReview]: () => review.reason ?? '' }
  const text = lookUp(more, reason.code)?.()
  return text ? { ...reason, text: `${reason.text} ${text}` } : reason
}

/** A reward without a dine says what it is for where a dine has its restaurant. */
function toManual(row: RewardRow, partner: Partner, explain: Explain): Transaction {
  const { source, kind, description: reason } = row
  const amount = inPartnerUnit(partner, row.units)
  const historyEntry = (at: Date, status: Transaction['awardStatus'], reasonCode: string | null) => ({
    at: at.toISOString(),
    status,
    benefitAmount: amount,
    ticketAmount: 0,
    reason: explain(reasonCode),
  })
  return {
    recordType: 'Transaction',
    sourceTransactionId: row.id,
    merchantId: null,
    merchantName: row.description,
    date: row.at.replace(' ', 'T').slice(0, 19),
    transactionCreatedAt: row.createdAt.toISOString(),
    awardStatus: row.status,
    transactionStatus: row.status,
    transactionType: 'Manual',
    benefitAmount: amount,
    ticketAmount: 0,
    ticketCurrency: partner.settings.billCurrency,
    cardLastFour: '',
    paidAt: row.paidAt?.toISOString() ?? null,
    activeMerchant: false,
    isTranslated: true,
    isReviewed: false,
    reason: reasonOf(row, partner, explain),
    components: [{ source, kind, amount, reason }],
    history: [
      historyEntry(row.createdAt, 'Awarded', null),
      ...(row.updatedAt ? [historyEntry(row.updatedAt, row.status, row.reasonCode)] : []),
    ],
  }
}

/** The base comes first, adjustments last; what was taken back of a bonus is a part of its own. */
function partsOf(row: Pick<DineRow, 'rewardUnits' | 'components' | 'adjustments'>, partner: Partner) {
  const text = (kind: DineComponent['kind'] | 'base') => partner.copy[`activity.component.${kind}`]
  const base = { source: 'S' as const, kind: 'base' as const, units: row.rewardUnits, reason: text('base') }
  const others = row.components.flatMap(({ kind, units, grantedUnits, name }) => {
    const given = Math.max(units, grantedUnits)
    const source = paidBy(kind) === 'partner' ? ('+' as const) : ('B' as const)
    const named = (words: string) => (name === null ? words : `${words}: ${name}`)
    const added = { source, kind, units: given, reason: named(text(kind)) }
    const reason = named(partner.copy['activity.component.correction'])
    return given === units ? [added] : [added, { source: 'J' as const, kind, units: units - given, reason }]
  })
  const adjustments = row.adjustments.map(({ description, ...part }) => ({ ...part, reason: description }))
  return [base, ...others, ...adjustments]
}

const sumOf = (parts: readonly { readonly units: number }[]) =>
  parts.reduce((sum, { units }) => sum + units, 0)

function toCredit(row: CreditRow, explain: Explain): z.infer<typeof creditSchema> {
  return {
    recordType: 'Credit',
    creditId: row.id,
    date: row.createdAt.toISOString(),
    creditAmountCents: row.amountCents,
    targetType: row.targetType,
    targetLabel: row.targetLabel,
    benefitProcessor: row.benefitProcessor,
    status: row.creditStatus.charAt(0).toUpperCase() + row.creditStatus.slice(1),
    reason: explain(row.creditReason, 'payout.reason'),
  }
}

/** Cents become dollars; points and miles stay. */
export function inPartnerUnit(partner: Partner, units: number): number {
  return rewardsAreCents(partner) ? centsToDollars(units) : units
}
