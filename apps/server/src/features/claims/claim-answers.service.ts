import { claimCents } from '@dineward/core/claims/claims.rules.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import {
  approveClaim,
  type ClaimContext,
  ClaimError,
  declineClaim,
  tryApproval,
} from './claim-decisions.service.ts'
import { type ClaimOfMember, medianDineCents } from './claims.read.ts'

/* Answers to claims, by staff and by the program's own systems: they may wait for another person. */

export interface ClaimAnswer {
  readonly approve: boolean
  /** It is in dollars. */
  readonly amount?: number | string | undefined
  readonly reason: string
}

/** @throws `not_found`, `validation_failed`, `claim_decided`, `claim_not_awardable` */
export async function answerClaim(
  program: ClaimContext,
  claimId: string,
  { approve, amount, reason }: ClaimAnswer,
): Promise<void> {
  const amountCents = centsIn(amount)
  await refusedInWords(
    approve
      ? approveClaim(program, { claimId, amountCents, reason })
      : declineClaim(program, { claimId, reason }),
  )
}

/** Declining gives nothing. @throws as `answerClaim` */
export async function effectOfAnswer(
  program: ClaimContext,
  row: ClaimOfMember,
  { approve, amount }: ClaimAnswer,
): Promise<MeasuredEffect | null> {
  if (!approve) return null
  const { partnerId, memberId } = row
  const amountCents = centsIn(amount)
  const tried = await refusedInWords(tryApproval(program, { claimId: row.id, amountCents }))
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
    warnings: await warningsAbout(program, row, answered),
  }
}

/** What is unusual about approving these cents, for who answers and for who approves it. */
export async function warningsAbout(
  { db }: Pick<ClaimContext, 'db'>,
  { partnerId, memberId, receiptType }: ClaimOfMember,
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
function centsIn(amount: ClaimAnswer['amount']): number | undefined {
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
