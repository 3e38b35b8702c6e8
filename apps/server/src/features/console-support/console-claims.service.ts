import { claimClock } from '@dineward/core/claims/claim-queue.rules.ts'
import { claimCents } from '@dineward/core/claims/claims.rules.ts'
import type {
  ConsoleClaim,
  postConsoleClaimDecision,
} from '@dineward/core/console-support/claims.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import type { ConsoleContext } from '../../context.ts'
import { pageOf, readCursor } from '../../http/cursors.ts'
import { programContext, slugsOf } from '../../http/serve-console.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { approveClaim, ClaimError, declineClaim, tryApproval } from '../claims/claim-decisions.service.ts'
import { findingsOf } from '../claims/claim-findings.service.ts'
import { assignClaim, listNotes, noteClaim } from '../claims/claim-handling.service.ts'
import {
  countOpenClaims,
  findClaimInPrograms,
  type ListedClaim,
  listClaimQueue,
  medianDineCents,
} from '../claims/claims.read.ts'
import { answerText } from '../claims/claims.view.ts'
import { listStaffWith } from '../staff/staff-directory.service.ts'

interface QueueQuery {
  readonly partner?: string | undefined
  readonly state: 'open' | 'answered'
  readonly assignee?: 'me' | 'none' | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export async function listConsoleClaims(
  ctx: ConsoleContext,
  { partner, state, assignee, after, limit }: QueueQuery,
) {
  const slugs = slugsOf(ctx, partner)
  const isOpen = state === 'open'
  const place = readCursor(after, 2)
  const rows = await listClaimQueue(ctx.db, {
    slugs,
    isOpen,
    assignee: assignee === 'me' ? ctx.actor.email : assignee === 'none' ? null : undefined,
    after: place && { at: place.times[0]!, createdAt: place.times[1]!, id: place.rest },
    limit: limit + 1,
  })
  const counts = await countOpenClaims(ctx.db, slugs, ctx.clock.now().toISOString().slice(0, 10))
  const next = pageOf(rows, limit, ({ nextBy, decidedAt, createdAt, id }) => [
    isOpen ? nextBy! : decidedAt!,
    createdAt,
    id,
  ])
  return {
    items: next.page.map(row => describeClaim(ctx, row)),
    after: next.after,
    openCount: counts.open,
    overdueCount: counts.overdue,
  }
}

export async function describeConsoleClaim(ctx: ConsoleContext, id: string) {
  const row = await requireClaim(ctx, id)
  const program = { ...programContext(ctx, row.partnerId), partners: ctx.partners }
  const { text, transactionId, proposal, card, dines } = await findingsOf(program, row)
  return {
    claim: describeClaim(ctx, row),
    finding: text === null ? null : { text, transactionId },
    proposal: row.decidedAt ? null : proposal,
    warnings: row.decidedAt ? [] : await warningsAbout(ctx, row, row.amountCents),
    notes: await listNotes(program, row),
    colleagues: await listStaffWith(ctx, 'claims.decide', row.partnerId),
    answers: preparedAnswers(program.partner, row),
    card: card && { lastFour: card.lastFour, linkedOn: card.linkedOn, removedOn: card.removedOn },
    dines: dines.map(dine => ({
      transactionId: dine.sourceTransactionId,
      at: dine.at,
      amountCents: dine.clearedCents ?? dine.authorizedCents ?? 0,
      status: dine.status,
      cardLastFour: dine.cardLastFour,
    })),
  }
}

/** The program's, filled in for this claim. */
const preparedAnswers = ({ settings }: Partner, claim: ListedClaim) =>
  settings.claimAnswers.map(({ name, text }) => ({
    name,
    text: fillPlaceholders(text, {
      name: claim.firstName,
      restaurant: claim.merchantName,
      date: formatDate(claim.dinedOn, 'long'),
      amount: formatCents(claim.amountCents),
    }).text,
  }))

/** @throws `not_found`, `validation_failed`, `claim_decided`, `changed_meanwhile` */
export async function assignConsoleClaim(
  ctx: ConsoleContext,
  claimId: string,
  change: { readonly before: string | null; readonly assignee: string | null },
): Promise<{ claim: ConsoleClaim }> {
  const row = await requireClaim(ctx, claimId)
  await assignClaim({ ...programContext(ctx, row.partnerId), partners: ctx.partners }, row, change)
  return { claim: describeClaim(ctx, await requireClaim(ctx, claimId)) }
}

/** @throws `not_found` */
export async function noteConsoleClaim(
  ctx: ConsoleContext,
  claimId: string,
  text: string,
): Promise<{ claim: ConsoleClaim }> {
  const row = await requireClaim(ctx, claimId)
  // PostgreSQL refuses text with a NUL.
  await noteClaim(programContext(ctx, row.partnerId), row, text.replaceAll('\0', ''))
  return { claim: describeClaim(ctx, row) }
}

type Decision = ContractInput<typeof postConsoleClaimDecision>['body']

/** @throws `not_found`, `validation_failed`, `forbidden`, `claim_decided`, `claim_not_awardable` */
export async function decideConsoleClaim(
  ctx: ConsoleContext,
  claimId: string,
  { approve, amount, reason }: Decision,
): Promise<{ claim: ConsoleClaim }> {
  const row = await requireClaim(ctx, claimId)
  const program = { ...programContext(ctx, row.partnerId), partners: ctx.partners }
  const amountCents = centsIn(amount)
  const deciding = approve
    ? approveClaim(program, { claimId, amountCents, reason })
    : declineClaim(program, { claimId, reason })
  await refusedInWords(deciding)
  return { claim: describeClaim(ctx, await requireClaim(ctx, claimId)) }
}

/** Declining gives nothing. @throws as `decideConsoleClaim` */
export async function measureClaimDecision(
  ctx: ConsoleContext,
  claimId: string,
  { approve, amount }: Decision,
): Promise<MeasuredEffect | null> {
  if (!approve) return null
  const row = await requireClaim(ctx, claimId)
  const { partnerId, memberId } = row
  const program = { ...programContext(ctx, partnerId), partners: ctx.partners }
  const amountCents = centsIn(amount)
  const tried = await refusedInWords(tryApproval(program, { claimId, amountCents }))
  const answered = amountCents ?? row.amountCents
  const reward = (units: number) => formatReward(program.partner, units)
  return {
    partner: partnerId,
    amount: Math.abs(tried.units),
    memberId,
    title: `Approve a claim of ${formatCents(answered)} at ${row.merchantName}: give ${reward(tried.units)}`,
    lines: [
      {
        label: 'Balance of the member',
        before: reward(tried.balanceBefore),
        after: reward(tried.balanceAfter),
      },
      { label: 'Amount of the dine', before: formatCents(row.amountCents), after: formatCents(answered) },
      { label: 'Date of the dine', before: null, after: formatDate(row.dinedOn, 'long') },
    ],
    warnings: await warningsAbout(ctx, row, answered),
  }
}

/** What is unusual about approving these cents, for who answers and for who approves it. */
async function warningsAbout(
  { db }: ConsoleContext,
  { partnerId, memberId, receiptType }: ListedClaim,
  cents: number,
): Promise<string[]> {
  const median = await medianDineCents(db, { partnerId, memberId })
  return [
    ...(receiptType === null ? ['There is no receipt.'] : []),
    ...(median !== null && cents > 2 * median
      ? [`It is more than twice what this member usually spends (${formatCents(median)}).`]
      : []),
  ]
}

/** @throws `validation_failed` */
function centsIn(amount: Decision['amount']): number | undefined {
  const amountCents = amount === undefined ? undefined : claimCents(amount)
  if (amountCents !== null) return amountCents
  throw new AppError('validation_failed', {
    fieldErrors: [{ field: 'amount', message: 'Give dollars, such as 42.50.' }],
  })
}

const refusedInWords = <T>(deciding: Promise<T>): Promise<T> =>
  deciding.catch((error: unknown) => {
    throw error instanceof ClaimError ? refusalOf(error) : error
  })

function refusalOf({ problem, message }: ClaimError): AppError {
  if (problem === 'unknown') return new AppError('not_found')
  if (problem === 'above_reported')
    return new AppError('validation_failed', { fieldErrors: [{ field: 'amount', message }] })
  return problem === 'decided'
    ? new AppError('claim_decided')
    : new AppError('claim_not_awardable', { message })
}

/** The receipt is a JPEG. @throws `not_found` */
export async function readReceipt(ctx: ConsoleContext, claimId: string): Promise<Buffer> {
  const { receiptType } = await requireClaim(ctx, claimId)
  const content = receiptType && (await ctx.gateways.receipts.read(claimId))
  if (!content) throw new AppError('not_found')
  return content
}

async function requireClaim(ctx: ConsoleContext, id: string): Promise<ListedClaim> {
  const slugs = ctx.allowed.map(({ slug }) => slug)
  // PostgreSQL refuses text with a NUL.
  const row = id.includes('\0') ? undefined : await findClaimInPrograms(ctx.db, slugs, id)
  if (!row) throw new AppError('not_found')
  return row
}

function describeClaim(ctx: ConsoleContext, row: ListedClaim): ConsoleClaim {
  const { id, partnerId, memberId, merchantId, merchantName, dinedOn, amountCents, state, note } = row
  const now = ctx.clock.now()
  return {
    id,
    partner: partnerId,
    memberId,
    merchantId,
    merchantName,
    dinedOn,
    amountCents,
    state,
    note,
    memberName: `${row.firstName} ${row.lastName}`.trim(),
    answer: answerText(programContext(ctx, partnerId).partner, row, now),
    receiptType: row.receiptType,
    createdAt: row.createdAt.toISOString(),
    nextBy: row.nextBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    transactionId: row.transactionId,
    assignee: row.assignee === null ? null : { email: row.assignee, name: row.assigneeName ?? row.assignee },
    ...claimClock(row, now),
  }
}
