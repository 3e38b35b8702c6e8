import { dineHistory } from '@dineward/core/activity/dine-history.rules.ts'
import { decisionLines } from '@dineward/core/console-support/decision-words.rules.ts'
import { eventReasonText, postingReasonText } from '@dineward/core/console-support/event-words.rules.ts'
import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { isCopyKey } from '@dineward/core/partner/copy.ts'
import { netCents } from '@dineward/core/rewards/dines/dine.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { explainDine, explainReason, withReview } from '../activity/activity.service.ts'
import { readReportedTransaction } from '../card-events/event-bodies.rules.ts'
import { answerAboutDine, answerAboutReward } from './transaction-answer.service.ts'
import {
  readWhyOfDine,
  readWhyOfEvents,
  readWhyOfReward,
  type WhyDineRow,
  type WhyEventRow,
  type WhyRewardRow,
} from './transaction-why.read.ts'

/** Why a transaction earned what it did, or nothing. @throws `not_found` */
export async function explainTransaction(ctx: ConsoleContext, id: string): Promise<{ transaction: Why }> {
  // PostgreSQL refuses text with a NUL.
  if (id.includes('\0')) throw new AppError('not_found')
  const slugs = ctx.allowed.map(({ slug }) => slug)
  const dine = await readWhyOfDine(ctx.db, slugs, id)
  if (dine) return { transaction: whyOfDine(programContext(ctx, dine.partnerId), dine) }
  const reward = await readWhyOfReward(ctx.db, slugs, id)
  if (reward) return { transaction: whyOfReward(programContext(ctx, reward.partnerId), reward) }
  const events = await readWhyOfEvents(ctx.db, { slugs, isNetworkWide: ctx.isNetworkWide }, id)
  const [first] = events
  if (!first) throw new AppError('not_found')
  return { transaction: whyOfEvents(first, events) }
}

function whyOfDine(ctx: StaffContext, row: WhyDineRow): Why {
  const explain = explainDine(ctx)
  const { copy } = ctx.partner
  const base = { kind: 'base', code: 'base', units: row.rewardUnits, text: copy['activity.component.base'] }
  const parts = [
    base,
    ...row.parts.map(({ id: _, name, ...part }) => ({
      ...part,
      text: [copy[`activity.component.${part.kind}`], name].filter(Boolean).join(': '),
    })),
    ...row.rewards,
  ]
  const units = parts.reduce((sum, part) => sum + part.units, 0)
  const ticketCents = netCents(row)
  const history = dineHistory({
    ...row,
    ...row.history,
    units,
    ticketCents,
    seenAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  })
  const reason = withReview(explain(row.reasonCode, row.status), row.history.review, explainReason(ctx))
  return {
    ...subjectOf(row),
    ...tracesOf(row, explainReason(ctx), row.parts),
    kind: 'dine',
    id: row.sourceTransactionId,
    title: row.merchantName,
    merchantId: row.merchantId,
    at: row.at,
    cardLastFour: row.cardLastFour,
    status: row.status,
    timezone: row.decision.facts.timezone,
    reason,
    units,
    ticketCents,
    currency: row.decision.facts.currency,
    decision: decisionLines(ctx.partner, row.decision, row.reasonCode),
    answer: answerAboutDine(ctx, { ...row, units, ticketCents, parts, reason: reason.text }),
    parts,
    events: row.events.map(describeEvent),
    history: history.map(({ reasonCode, ...entry }) => ({
      ...entry,
      reason: explain(reasonCode, entry.status),
    })),
  }
}

function whyOfReward(ctx: StaffContext, row: WhyRewardRow): Why {
  return {
    ...nothing,
    ...subjectOf(row),
    ...tracesOf(row, explainReason(ctx)),
    kind: 'reward',
    id: row.id,
    title: row.description,
    at: row.at,
    status: row.status,
    units: row.units,
    answer: answerAboutReward(ctx, row),
    parts: [{ kind: row.kind, code: row.id, units: row.units, text: row.description }],
  }
}

function whyOfEvents(first: WhyEventRow, rows: readonly WhyEventRow[]): Why {
  const events = rows.map(describeEvent)
  const newest = events.at(-1)!
  const { memberId, memberName, partnerId } = first
  return {
    ...nothing,
    kind: 'event',
    id: first.transactionId ?? String(first.id),
    partner: partnerId,
    member: memberId ? { id: memberId, name: memberName ?? '' } : null,
    title: newest.report?.restaurant ?? newest.event,
    at: newest.report?.at ?? null,
    status: newest.status,
    reason: newest.reason,
    ticketCents: newest.report?.amountCents ?? 0,
    currency: newest.report?.currency ?? 'USD',
    events,
  }
}

const nothing = {
  partner: null,
  member: null,
  merchantId: null,
  cardLastFour: null,
  reason: null,
  at: null,
  timezone: null,
  answer: null,
  units: 0,
  ticketCents: 0,
  currency: 'USD',
  decision: null,
  parts: [],
  events: [],
  postings: [],
  files: [],
  payouts: [],
  mails: [],
  claims: [],
  adjustments: [],
  history: [],
} satisfies Partial<Why>

const subjectOf = (row: Pick<WhyDineRow, 'partnerId' | 'memberId' | 'memberName'>) => ({
  partner: row.partnerId,
  member: { id: row.memberId, name: row.memberName },
})

function tracesOf(
  row: WhyDineRow | WhyRewardRow,
  explain: ReturnType<typeof explainReason>,
  parts: WhyDineRow['parts'] = [],
) {
  const { files, payouts, mails, claims, adjustments } = row
  const partOf = (correlationId: string) => parts.find(({ id }) => id === correlationId)
  const postings = row.postings.map(({ correlationId, reasonCode, cause, ...posting }) => ({
    ...posting,
    part: correlationId === row.id ? 'base' : (partOf(correlationId)?.kind ?? 'adjustment'),
    code: partOf(correlationId)?.code ?? null,
    reason: {
      code: reasonCode,
      text:
        partOf(correlationId)?.name ||
        (isCopyKey(`reason.${reasonCode}`) && explain(reasonCode)?.text) ||
        postingReasonText(reasonCode, cause),
    },
  }))
  return { postings, files, payouts, mails, claims, adjustments }
}

/** Without the report itself, which names the card. */
function describeEvent({
  body,
  reasonCode,
  partnerId: _,
  memberId: __,
  ...row
}: WhyEventRow): Why['events'][number] {
  const report = readReportedTransaction({ ...row, body })
  return {
    ...row,
    reason: reasonCode === null ? null : { code: reasonCode, text: eventReasonText(reasonCode) },
    report:
      report instanceof AppError
        ? null
        : {
            kind: report.kind,
            amountCents: report.amountCents,
            currency: report.currency,
            at: report.datetime,
            restaurant: report.merchantName ?? report.merchantId ?? report.mid,
            originalTransactionId: report.originalTransactionId,
            updatedAt: report.updatedAt?.toISOString() ?? null,
          },
  }
}
