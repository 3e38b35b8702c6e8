import { isClaimed } from '@dineward/core/claims/claimed-charges.rules.ts'
import { isDecided, isOpen } from '@dineward/core/claims/claims.rules.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { inTransaction, tryInTransaction } from '../../db/in-transaction.ts'
import { processClaimedDine } from '../card-events/claimed-dine.service.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { lockMember } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import type { Resolution } from './claim-matching.service.ts'
import { queueClaimAnswer } from './claims.mail.ts'
import { type ClaimRow, findClaim, lockClaim, updateClaim } from './claims.repository.ts'

export type ClaimContext = Context & { readonly partners: PartnerRegistry }

/** A sentence for who decides. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError'
  readonly problem: 'unknown' | 'decided' | 'not_awardable' | 'above_reported'

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
    assertNotAboveReported(claim, amountCents)
    return awardClaim(inTransaction, amountCents === undefined ? claim : { ...claim, amountCents })
  })
}

/**
 * What an approval of it would earn: the dine is posted by the rules, and then not kept. @throws ClaimError as
 * `approveClaim`
 */
export async function tryApproval(
  ctx: ClaimContext,
  { claimId, amountCents }: { readonly claimId: string; readonly amountCents?: number | undefined },
): Promise<{ units: number; balanceBefore: number; balanceAfter: number }> {
  const known = await requireKnown(ctx, claimId)
  const tried = await tryInTransaction(ctx.db, db =>
    withOpenClaim({ ...ctx, db }, known, async (trx, claim) => {
      assertNotAboveReported(claim, amountCents)
      const balance = () => balanceOf(trx.db, claim.partnerId, claim.memberId)
      const balanceBefore = await balance()
      const { answer } = await awardClaim(trx, amountCents === undefined ? claim : { ...claim, amountCents })
      const balanceAfter = await balance()
      // A dine that was reported meanwhile earned by itself.
      return { units: answer === 'approved' ? balanceAfter - balanceBefore : 0, balanceBefore, balanceAfter }
    }),
  )
  if (!tried) throw decidedAlready(claimId)
  return tried
}

function assertNotAboveReported({ amountCents: reported }: ClaimRow, amountCents: number | undefined): void {
  if (amountCents === undefined || amountCents <= reported) return
  throw new ClaimError(
    'above_reported',
    `The member reported ${formatCents(reported)}. An answer cannot be above it.`,
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
  const known = await requireKnown(ctx, claimId)
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
  if (!decided) throw decidedAlready(claimId)
  return decided
}

async function requireKnown({ db, partner }: Context, claimId: string): Promise<ClaimRow> {
  const known = await findClaim(db, partner.slug, claimId)
  if (!known) throw new ClaimError('unknown', `${partner.slug} has no claim ${claimId}.`)
  return known
}

const decidedAlready = (claimId: string) => new ClaimError('decided', `Claim ${claimId} is answered already.`)

/** The work runs in a transaction, with member and claim locked. @returns null where it is answered already. */
export function withOpenClaim<C extends Context, T>(
  ctx: C,
  { id, memberId }: Pick<ClaimRow, 'id' | 'memberId'>,
  work: (ctx: C, claim: ClaimRow) => Promise<T>,
): Promise<T | null> {
  return inTransaction(ctx.db, async db => {
    await lockMember({ ...ctx, db }, memberId)
    const claim = await lockClaim(db, ctx.partner.slug, id)
    return claim && isOpen(claim.state) ? work({ ...ctx, db }, claim) : null
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
  if (isDecided(changes.state))
    recordEvents(ctx, [{ type: 'claim.answered', id: claim.id, memberId: claim.memberId }])
  return { ...claim, ...changes }
}

export function changesOf({ clock }: Pick<Context, 'clock'>, resolution: Resolution) {
  const { state, answer, answerValues = {}, nextBy = null, transactionId = null } = resolution
  const decidedAt = isDecided(state) ? clock.now() : null
  return { state, answer, answerValues, nextBy, transactionId, decidedAt }
}
