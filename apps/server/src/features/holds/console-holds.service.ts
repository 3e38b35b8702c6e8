import { evidenceText } from '@dineward/core/holds/evidence.rules.ts'
import type { ConsoleHold, postConsoleHoldDecision } from '@dineward/core/holds/holds.contract.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { VelocityRule } from '@dineward/core/rewards/holds/velocity.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import type { ConsoleContext } from '../../context.ts'
import { pageOf, readCursor } from '../../http/cursors.ts'
import { programContext, slugsOf } from '../../http/serve-console.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { listStaffWith } from '../staff/staff-directory.service.ts'
import { assignHold, decideHold, tryRelease } from './hold-decisions.service.ts'
import {
  countOpenHolds,
  findHoldInPrograms,
  type ListedHold,
  selectDinesAround,
  selectHoldQueue,
  selectMemberNames,
} from './holds.read.ts'

interface QueueQuery {
  readonly partner?: string | undefined
  readonly state: 'open' | 'overdue' | 'answered'
  readonly rule?: VelocityRule | undefined
  readonly assignee?: 'me' | 'none' | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export async function listConsoleHolds(ctx: ConsoleContext, query: QueueQuery) {
  const { partner, state, rule, assignee, after, limit } = query
  const slugs = slugsOf(ctx, partner)
  const now = ctx.clock.now()
  const place = readCursor(after, 1)
  const rows = await selectHoldQueue(ctx.db, {
    slugs,
    state,
    rule,
    assignee: assignee === 'me' ? ctx.actor.email : assignee === 'none' ? null : undefined,
    now,
    after: place && { at: place.times[0]!, id: place.rest },
    limit: limit + 1,
  })
  const counts = await countOpenHolds(ctx.db, slugs, now)
  const next = pageOf(rows, limit, ({ dueAt, decidedAt, dineId }) => [
    state === 'answered' ? decidedAt! : dueAt,
    dineId,
  ])
  return {
    items: next.page.map(row => describeHold(row, now)),
    after: next.after,
    openCount: counts.open,
    overdueCount: counts.overdue,
  }
}

export async function describeConsoleHold(ctx: ConsoleContext, id: string) {
  const row = await requireHold(ctx, id)
  const concerned = [...new Set(row.hits.flatMap(({ memberIds = [] }) => memberIds))]
  const members = await selectMemberNames(ctx.db, row.partnerId, concerned)
  const dines = await selectDinesAround(ctx.db, row, [row.memberId, ...concerned])
  return {
    hold: describeHold(row, ctx.clock.now()),
    evidence: row.hits.map(hit => ({
      rule: hit.rule,
      text: evidenceText(hit),
      members: members.filter(member => hit.memberIds?.includes(member.id)),
    })),
    dines: dines.map(({ sourceTransactionId: transactionId, ...dine }) => ({ ...dine, transactionId })),
    colleagues: await listStaffWith(ctx, 'holds.decide', row.partnerId),
  }
}

/** @throws `not_found`, `validation_failed`, `hold_decided`, `changed_meanwhile` */
export async function assignConsoleHold(
  ctx: ConsoleContext,
  id: string,
  change: { readonly before: string | null; readonly assignee: string | null },
): Promise<{ hold: ConsoleHold }> {
  const row = await requireHold(ctx, id)
  await assignHold(programOf(ctx, row), row, change)
  return describeAgain(ctx, id)
}

type Decision = ContractInput<typeof postConsoleHoldDecision>['body']

/** @throws `not_found`, `hold_decided` */
export async function decideConsoleHold(
  ctx: ConsoleContext,
  id: string,
  { release, reason }: Decision,
): Promise<{ hold: ConsoleHold }> {
  const row = await requireHold(ctx, id)
  await decideHold(programOf(ctx, row), row, { state: release ? 'released' : 'refused', reason })
  return describeAgain(ctx, id)
}

/** A refusal gives nothing. @throws as `decideConsoleHold` */
export async function measureHoldDecision(
  ctx: ConsoleContext,
  id: string,
  { release }: Decision,
): Promise<MeasuredEffect | null> {
  if (!release) return null
  const row = await requireHold(ctx, id)
  const program = programOf(ctx, row)
  const { balanceBefore, balanceAfter } = await tryRelease(program, row)
  const reward = (units: number) => formatReward(program.partner, units)
  const units = balanceAfter - balanceBefore
  return {
    partner: row.partnerId,
    amount: Math.abs(units),
    memberId: row.memberId,
    title: `Release a dine of ${formatCents(netCentsOf(row))} at ${row.merchantName}: give ${reward(units)}`,
    lines: [
      { label: 'Balance of the member', before: reward(balanceBefore), after: reward(balanceAfter) },
      { label: 'Date of the dine', before: null, after: formatDate(row.dinedAt.slice(0, 10), 'long') },
    ],
    warnings: row.hits.map(evidenceText),
  }
}

const programOf = (ctx: ConsoleContext, { partnerId }: ListedHold) => ({
  ...programContext(ctx, partnerId),
  partners: ctx.partners,
})

const describeAgain = async (ctx: ConsoleContext, id: string) => ({
  hold: describeHold(await requireHold(ctx, id), ctx.clock.now()),
})

async function requireHold(ctx: ConsoleContext, id: string): Promise<ListedHold> {
  const slugs = ctx.allowed.map(({ slug }) => slug)
  // PostgreSQL refuses text with a NUL.
  const row = id.includes('\0') ? undefined : await findHoldInPrograms(ctx.db, slugs, id)
  if (!row) throw new AppError('not_found')
  return row
}

const netCentsOf = ({ clearedCents, refundedCents }: ListedHold): number =>
  Math.max(0, (clearedCents ?? 0) - refundedCents)

function describeHold(row: ListedHold, now: Date): ConsoleHold {
  const { dineId, partnerId, sourceTransactionId, dueAt, openedAt, decidedAt, ...rest } = row
  return {
    id: dineId,
    partner: partnerId,
    memberId: rest.memberId,
    memberName: `${rest.firstName} ${rest.lastName}`.trim(),
    merchantId: rest.merchantId,
    merchantName: rest.merchantName,
    transactionId: sourceTransactionId,
    dinedAt: rest.dinedAt,
    cardLastFour: rest.cardLastFour,
    amountCents: netCentsOf(row),
    units: rest.units,
    rules: rest.hits.map(({ rule }) => rule),
    state: rest.state,
    openedAt: openedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    ageDays: Math.floor((now.getTime() - openedAt.getTime()) / days(1)),
    isOverdue: rest.state === 'open' && dueAt < now,
    assignee:
      rest.assignee === null ? null : { email: rest.assignee, name: rest.assigneeName ?? rest.assignee },
    decidedBy: rest.decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    reason: rest.reason,
  }
}
