import { isDecided } from '@dineward/core/claims/claims.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import type { RequestStatus } from '../../gateways/accruals/missing-transactions.ts'
import { Attempts } from '../../jobs/attempts.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { awardClaim, type ClaimContext, resolveClaim, withOpenClaim } from './claim-decisions.service.ts'
import { daysFromNow, forPerson, matchDine, type Resolution } from './claim-matching.service.ts'
import { queueClaimAnswer } from './claims.mail.ts'
import { type ClaimRow, listOldReceipts, listOpenClaims, updateClaim } from './claims.repository.ts'
import { askNetwork, networkAnswer } from './network-requests.service.ts'

type ClaimServices = Omit<Context, 'partner'> & { readonly partners: PartnerRegistry }

/** Move every open claim on, where something is known. @returns how many moved. @throws at the end when one failed. */
export async function advanceClaims(services: ClaimServices): Promise<number> {
  const attempts = new Attempts()
  let advanced = 0
  for (const partner of services.partners.all()) {
    const ctx = { ...services, partner }
    for (const claim of await listOpenClaims(ctx.db, partner.slug)) {
      await attempts.make(`claim ${claim.id}`, async () => {
        if (await advanceClaim(ctx, claim)) advanced += 1
      })
    }
    await deleteOldReceipts(ctx, attempts)
  }
  attempts.end()
  return advanced
}

async function advanceClaim(ctx: ClaimContext, known: ClaimRow): Promise<boolean> {
  const answer = await networkAnswer(ctx, known)
  const moved = await withOpenClaim(ctx, known, async (inTransaction, claim) => {
    const next = await nextStep(inTransaction, claim, answer)
    if (!next) return false
    const moved = await resolveClaim(inTransaction, claim, next)
    if (isDecided(moved.state)) await queueClaimAnswer(inTransaction, moved)
    return true
  })
  await askNetwork(ctx, known.id)
  return moved === true
}

async function nextStep(
  ctx: ClaimContext,
  claim: ClaimRow,
  answer: RequestStatus,
): Promise<Resolution | null> {
  const isLate = claim.nextBy !== null && claim.nextBy < daysFromNow(ctx, 0)
  const found = await matchDine(ctx, claim)
  // The member insists that it is another dine than this one.
  const isInsisted = claim.answer === 'person' && claim.transactionId === found?.transactionId
  if (found && isDecided(found.state) && !isInsisted) return found
  if (claim.state === 'checking') return isLate ? { ...sameAgain(claim), ...laterDate(ctx) } : null
  if (found) return found.answer === claim.answer ? (isLate ? forPerson(ctx) : null) : found
  // The payment that it waited for was never collected.
  if (claim.answer === 'pending')
    return { state: 'received', answer: 'received', nextBy: daysFromNow(ctx, 1) }
  if (answer === 'successful') return awardClaim(ctx, claim)
  return answer === 'failed' || isLate ? forPerson(ctx) : null
}

const sameAgain = ({ state, answer, answerValues, transactionId }: ClaimRow): Resolution => ({
  state,
  answer,
  answerValues,
  ...(transactionId ? { transactionId } : {}),
})

const laterDate = (ctx: Context) => ({ nextBy: forPerson(ctx).nextBy })

async function deleteOldReceipts(ctx: Context, attempts: Attempts): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - days(ctx.partner.settings.claims.receiptDays))
  for (const claim of await listOldReceipts(ctx.db, ctx.partner.slug, before))
    await attempts.make(`claim ${claim.id}`, async () => {
      await ctx.gateways.receipts.delete(claim.id)
      await updateClaim(ctx.db, claim, { receiptType: null })
    })
}
