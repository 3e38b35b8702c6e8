import type { creditSchema, Transaction } from '@dineward/core/activity/activity.contract.ts'
import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import { copyText, isCopyKey } from '@dineward/core/partner/copy.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { paysStatementCredits, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { netCents } from '@dineward/core/rewards/dine.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import type * as z from 'zod/mini'
import type { MemberContext } from '../../context.ts'
import { memberBalance, rewardsSummary } from '../rewards/rewards.service.ts'
import {
  type CreditRow,
  type DineComponent,
  type DineRow,
  type Page,
  selectDines,
  selectDinesAndCredits,
} from './activity.repository.ts'

interface PageQuery {
  readonly pageNo: number
  readonly resultsPerPage: number
}

/** Includes dines that earned nothing. One statement. */
export async function listDines(ctx: MemberContext, query: PageQuery) {
  const page = pageOf(ctx, query)
  const { rows, total: totalResultSize } = await selectDines(ctx.db, page)
  const explain = explainer(ctx)
  return {
    data: rows.map(row => toTransaction(row, ctx.partner, explain)),
    totalResultSize,
    totalPages: totalPages(totalResultSize, query.resultsPerPage),
  }
}

/** @throws `not_found` where the partner pays no statement credits. */
export async function listDinesAndCredits(ctx: MemberContext, query: PageQuery) {
  requireCredits(ctx)
  const page = pageOf(ctx, query)
  const { rows, total: totalResultSize } = await selectDinesAndCredits(ctx.db, page)
  const explain = explainer(ctx)
  return {
    data: rows.map(row =>
      row.recordType === 'Credit' ? toCredit(row, explain) : toTransaction(row, ctx.partner, explain),
    ),
    totalResultSize,
    totalPages: totalPages(totalResultSize, query.resultsPerPage),
  }
}

/** In dollars; negative after a refund of a paid dine. @throws `not_found` where no credits are paid. */
export async function creditBalance(ctx: MemberContext): Promise<{ memberBalance: number }> {
  requireCredits(ctx)
  return { memberBalance: centsToDollars(await memberBalance(ctx)) }
}

export async function dineSummary(ctx: MemberContext) {
  const { rewardUnits, dines } = await rewardsSummary(ctx)
  return { currentYearBenefits: inPartnerUnit(ctx.partner, rewardUnits), currentYearDines: dines }
}

function requireCredits({ partner }: MemberContext): void {
  if (!paysStatementCredits(partner)) throw new AppError('not_found')
}

function pageOf(ctx: MemberContext, { pageNo, resultsPerPage }: PageQuery): Page {
  return {
    partnerId: ctx.partner.slug,
    memberId: ctx.actor.id,
    limit: resultsPerPage,
    offset: (pageNo - 1) * resultsPerPage,
    now: ctx.clock.now(),
  }
}

type Explain = (reasonCode: string | null, of?: 'reason' | 'payout.reason') => Transaction['reason']

function explainer({ partner, clock }: MemberContext): Explain {
  const values = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now())
  return (code, of = 'reason') => {
    if (code === null) return null
    const key = `${of}.${code}`
    return { code, text: isCopyKey(key) ? copyText(partner.copy, key, values) : '' }
  }
}

function toTransaction(row: DineRow, partner: Partner, explain: Explain): Transaction {
  const components = partsOf(row, partner)
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
    benefitAmount: inPartnerUnit(partner, sumOf(components)),
    ticketAmount: centsToDollars(netCents(row)),
    ticketCurrency: row.currency ?? 'USD',
    cardLastFour: row.cardLastFour,
    paidAt: row.paidAt?.toISOString() ?? null,
    activeMerchant: row.activeMerchant,
    isTranslated: true,
    isReviewed: row.isReviewed,
    reason: explain(row.reasonCode),
    components: components.map(({ units, ...part }) => ({ ...part, amount: inPartnerUnit(partner, units) })),
  }
}

/** The base first; what was taken back of a bonus is a part of its own. */
function partsOf(row: DineRow, partner: Partner) {
  const text = (kind: DineComponent['kind'] | 'base') => partner.copy[`activity.component.${kind}`]
  const base = { source: 'S' as const, kind: 'base' as const, units: row.rewardUnits, reason: text('base') }
  const others = row.components.flatMap(({ kind, units, grantedUnits }) => {
    const given = Math.max(units, grantedUnits)
    const added = { source: 'B' as const, kind, units: given, reason: text(kind) }
    const reason = partner.copy['activity.component.correction']
    return given === units ? [added] : [added, { source: 'J' as const, kind, units: units - given, reason }]
  })
  return [base, ...others]
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
function inPartnerUnit(partner: Partner, units: number): number {
  return rewardsAreCents(partner) ? centsToDollars(units) : units
}
