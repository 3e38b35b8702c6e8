import { canAskNetwork } from '@dineward/core/claims/claims.rules.ts'
import type { Context } from '../../context.ts'
import type { RequestStatus } from '../../gateways/accruals/missing-transactions.ts'
import { resolveClaim, withOpenClaim } from './claim-decisions.service.ts'
import { daysFromNow, forPerson } from './claim-matching.service.ts'
import { cardTypeOf } from './claims.read.ts'
import { type ClaimRow, findClaim, updateClaim } from './claims.repository.ts'

/** Ask about a claim that matching left open. A network that is away is asked again with the next run of the job. */
export async function askNetwork(ctx: Context, claimId: string): Promise<void> {
  const claim = await findClaim(ctx.db, ctx.partner.slug, claimId)
  if (claim?.state !== 'received') return
  const requestId = await requestOf(ctx, claim)
  if (requestId === undefined) return
  await withOpenClaim(ctx, claim, async (inTransaction, current) => {
    if (current.state !== 'received') return
    if (requestId === null) {
      await resolveClaim(inTransaction, current, forPerson(ctx))
      return
    }
    const nextBy = daysFromNow(ctx, ctx.partner.settings.claims.networkDays)
    await resolveClaim(inTransaction, current, { state: 'waiting_for_network', answer: 'network', nextBy })
    await updateClaim(inTransaction.db, current, { requestId })
  })
}

/** Null where it cannot be asked, undefined where it is away. */
async function requestOf(ctx: Context, claim: ClaimRow): Promise<string | null | undefined> {
  const { missingTransactions } = ctx.gateways
  const { id, linkedCardId, merchantId, dinedOn, amountCents } = claim
  if (!missingTransactions || !linkedCardId) return null
  const cardType = await cardTypeOf(ctx.db, ctx.partner.slug, linkedCardId)
  if (!canAskNetwork(cardType, dinedOn, daysFromNow(ctx, 0))) return null
  const request = { key: id, locationId: merchantId, transactionDate: dinedOn, amountCents }
  try {
    return await missingTransactions.request(linkedCardId, request)
  } catch (error) {
    ctx.log.warn(
      { err: error, claimId: id },
      'missing transaction not requested, trying again within the hour',
    )
    return undefined
  }
}

/** @returns pending where the network is away, or was not asked. */
export async function networkAnswer(
  ctx: Context,
  { id, requestId, linkedCardId, state }: ClaimRow,
): Promise<RequestStatus> {
  const { missingTransactions } = ctx.gateways
  if (state !== 'waiting_for_network' || !missingTransactions || !requestId || !linkedCardId) return 'pending'
  try {
    return await missingTransactions.status(linkedCardId, requestId)
  } catch (error) {
    ctx.log.warn(
      { err: error, claimId: id },
      'missing transaction request not read, trying again within the hour',
    )
    return 'pending'
  }
}
