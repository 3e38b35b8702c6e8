import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import { isDecided, isOpen } from '@dineward/core/claims/claims.rules.ts'
import type { Context } from '../../context.ts'
import { lockMember } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { processClaimedDine } from '../rewards/claimed-dine.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import type { Resolution } from './claim-matching.service.ts'
import { queueClaimAnswer } from './claims.mail.ts'
import { type ClaimRow, findClaim, lockClaim, updateClaim } from './claims.repository.ts'

export type ClaimContext = Context & { readonly partners: PartnerRegistry }

/** A sentence for who decides. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError'
  readonly problem: 'unknown' | 'decided' | 'not_awardable'

  constructor(problem: ClaimError['problem'], message: string) {
    super(message)
    this.problem = problem
  }
}

/** As a person decided. What the dine earns, if anything, is up to the reward rules. @throws ClaimError. */
export function approveClaim(
  ctx: ClaimContext,
  input: {
    readonly claimId: string
    readonly amountCents?: number | undefined
    /** For the audit log. */
    readonly reason?: string
  },
): Promise<ClaimRow> {
  const { amountCents } = input
  return decideClaim(ctx, input, (inTransaction, claim) =>
    awardClaim(inTransaction, amountCents === undefined ? claim : { ...claim, amountCents }),
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
      after: { claim: claimId, state, transactionId, ...answerValues },
      ...(reason === undefined ? {} : { reason }),
    })
    return answered
  })
  if (!decided) throw new ClaimError('decided', `Claim ${claimId} is answered already.`)
  return decided
}

/** In a transaction, with member and claim locked. @returns null where it is answered already. */
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
