import {
  adjustmentLimit,
  adjustmentLimitHours,
  isWithinLimit,
} from '@dineward/core/adjustments/adjustments.rules.ts'
import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import { isDecided, isOpen } from '@dineward/core/claims/claims.rules.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { sumPostedAlone } from '../adjustments/adjustments.service.ts'
import { processClaimedDine } from '../card-events/claimed-dine.service.ts'
import { lockMember } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { actorName, recordMemberAudit } from '../staff/audit.service.ts'
import type { Resolution } from './claim-matching.service.ts'
import { queueClaimAnswer } from './claims.mail.ts'
import { sumApprovedBy } from './claims.read.ts'
import { type ClaimRow, findClaim, lockClaim, updateClaim } from './claims.repository.ts'

export type ClaimContext = Context & { readonly partners: PartnerRegistry }

/** A sentence for who decides. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError'
  readonly problem: 'unknown' | 'decided' | 'not_awardable' | 'above_reported' | 'above_limit'

  constructor(problem: ClaimError['problem'], message: string) {
    super(message)
    this.problem = problem
  }
}

/** A person has decided. What the dine earns, if anything, is up to the reward rules. @throws ClaimError. */
export function approveClaim(
  ctx: ClaimContext,
  input: {
    readonly claimId: string
    readonly amountCents?: number | undefined
    /** The reason is for the audit log. */
    readonly reason?: string
  },
): Promise<ClaimRow> {
  const { amountCents } = input
  return decideClaim(ctx, input, async (inTransaction, claim) => {
    if (amountCents !== undefined && amountCents > claim.amountCents)
      throw new ClaimError(
        'above_reported',
        `The member reported ${formatCents(claim.amountCents)}. An answer cannot be above it.`,
      )
    const resolution = await awardClaim(
      inTransaction,
      amountCents === undefined ? claim : { ...claim, amountCents },
    )
    await assertWithinLimit(inTransaction, claim, resolution)
    return resolution
  })
}

/** The limit is that of adjustments: above it, it takes someone who may approve them. */
async function assertWithinLimit(
  ctx: ClaimContext,
  { partnerId, memberId }: ClaimRow,
  { answer, answerValues }: Resolution,
): Promise<void> {
  const { actor, partner, clock, db } = ctx
  const mayExceed =
    actor.kind === 'system' || (actor.kind === 'staff' && actor.permissions.includes('adjustments.approve'))
  if (mayExceed || answer !== 'approved') return
  const since = new Date(clock.now().getTime() - minutes(adjustmentLimitHours * 60))
  const of = { partnerId, memberId, author: actorName(actor), since }
  const units = answerValues?.rewardUnits ?? 0
  if (isWithinLimit(units, (await sumApprovedBy(db, of)) + (await sumPostedAlone(db, of)))) return
  const [earns, limit] = [units, adjustmentLimit].map(amount => formatReward(partner, amount))
  throw new ClaimError(
    'above_limit',
    `It earns ${earns}. With what you gave this member in the last ${adjustmentLimitHours} hours that is above your limit of ${limit}: someone who may approve adjustments has to answer it.`,
  )
}

/** `reason` is for the member to read. @throws ClaimError. */
export function declineClaim(
  ctx: ClaimContext,
  input: { readonly claimId: string; readonly reason: string },
): Promise<ClaimRow> {
  return decideClaim(ctx, input, async () => ({
    state: 'declined',
    answer: 'declined',
    answerValues: { reason: input.reason },
  }))
}

async function decideClaim(
  ctx: ClaimContext,
  { claimId, reason }: { readonly claimId: string; readonly reason?: string },
  decide: (ctx: ClaimContext, claim: ClaimRow) => Promise<Resolution>,
): Promise<ClaimRow> {
  const known = await findClaim(ctx.db, ctx.partner.slug, claimId)
  if (!known) throw new ClaimError('unknown', `${ctx.partner.slug} has no claim ${claimId}.`)
  const decided = await withOpenClaim(ctx, known, async (inTransaction, claim) => {
    const resolution = await decide(inTransaction, claim)
    const answered = await resolveClaim(inTransaction, claim, resolution)
    await queueClaimAnswer(inTransaction, answered)
    const { state, transactionId, answerValues } = resolution
    await recordMemberAudit(inTransaction, {
      action: state === 'approved' ? 'claim.approved' : 'claim.declined',
      memberId: claim.memberId,
      before: { claim: claimId, state: claim.state, amountCents: claim.amountCents },
      after: { claim: claimId, state, answer: resolution.answer, transactionId, ...answerValues },
      ...(reason === undefined ? {} : { reason }),
    })
    return answered
  })
  if (!decided) throw new ClaimError('decided', `Claim ${claimId} is answered already.`)
  return decided
}

/** The work runs in a transaction, with member and claim locked. @returns null where it is answered already. */
export function withOpenClaim<C extends Context, T>(
  ctx: C,
  { id, memberId }: Pick<ClaimRow, 'id' | 'memberId'>,
  work: (ctx: C, claim: ClaimRow) => Promise<T>,
): Promise<T | null> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockMember(inTransaction, memberId)
    const claim = await lockClaim(trx, ctx.partner.slug, id)
    return claim && isOpen(claim.state) ? work(inTransaction, claim) : null
  })
}

/** Post the claimed dine, in the caller's transaction. @returns what it earned, or why nothing. */
export async function awardClaim(ctx: ClaimContext, claim: ClaimRow): Promise<Resolution> {
  const { id, linkedCardId, merchantId, dinedOn, amountCents } = claim
  if (!linkedCardId)
    throw new ClaimError(
      'not_awardable',
      `Claim ${id} names no card, and the member had none linked that day.`,
    )
  const of = { partnerId: ctx.partner.slug, claimId: id }
  const claimed = { ...of, cardId: linkedCardId, merchantId, dinedOn, amountCents }
  const dine = await processClaimedDine(ctx, claimed)
  if (!dine)
    throw new ClaimError(
      'not_awardable',
      `The event of claim ${id} was refused: see \`npm run inbox -- list\`.`,
    )
  const { sourceTransactionId: transactionId, status, reasonCode, rewardUnits, cardLastFour } = dine
  const isReported = !isClaimed({ transactionId })
  const answerValues = {
    amountCents: isReported ? (dine.clearedCents ?? amountCents) : amountCents,
    lastFour: cardLastFour,
    rewardUnits,
    ...(reasonCode ? { reasonCode } : {}),
  }
  if (status === 'Forfeit')
    return { state: 'declined', answer: 'earned_nothing', answerValues, transactionId }
  return {
    state: 'approved',
    answer: isReported ? 'already_earned' : 'approved',
    answerValues,
    transactionId,
  }
}

/** @returns the row as it is then. */
export async function resolveClaim(ctx: Context, claim: ClaimRow, resolution: Resolution): Promise<ClaimRow> {
  const changes = changesOf(ctx, resolution)
  await updateClaim(ctx.db, claim, changes)
  return { ...claim, ...changes }
}

export function changesOf({ clock }: Pick<Context, 'clock'>, resolution: Resolution) {
  const { state, answer, answerValues = {}, nextBy = null, transactionId = null } = resolution
  const decidedAt = isDecided(state) ? clock.now() : null
  return { state, answer, answerValues, nextBy, transactionId, decidedAt }
}
