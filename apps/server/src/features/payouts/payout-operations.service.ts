import { openStatuses, type PayoutReason, type PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { findPayout, lockPayout, type Payout, updatePayout } from './payouts.repository.ts'
import { sendPayout } from './send-payout.service.ts'
import { returnPayout } from './settle-payout.service.ts'

export {
  findPayout as findPayoutOf,
  type Payout,
  selectPayoutPage as listPayouts,
  sumPayoutsByStatus as payoutTotals,
} from './payouts.repository.ts'

type OperationContext = Context & { /** Of the partner's pages. */ readonly origin: string }

/** Staff return it. @throws `not_found`, `changed_meanwhile` where it is no longer as they saw it. */
export async function returnSeenPayout(
  ctx: OperationContext,
  input: {
    readonly id: string
    readonly reason: PayoutReason
    readonly note: string
    readonly status: PayoutStatus
  },
): Promise<Payout> {
  const key = { partnerId: ctx.partner.slug, id: input.id }
  return ctx.db.transaction().execute(async db => {
    const returned = await giveBackAudited({ ...ctx, db }, input)
    // Compared with what was locked: another person, or the provider, may have been faster.
    if (returned.status !== input.status) throw changed(returned)
    return (await findPayout(db, key.partnerId, key.id))!
  })
}

async function giveBackAudited(
  ctx: OperationContext,
  { id, reason, note }: { readonly id: string; readonly reason: PayoutReason; readonly note: string },
): Promise<Payout> {
  const returned = await returnPayout(ctx, id, reason)
  await recordAudit(ctx, {
    action: 'payout.return',
    subject: returned.memberId,
    partnerId: ctx.partner.slug,
    before: { status: returned.status },
    after: { payout: id, reason },
    reason: note,
  })
  return returned
}

/** Ask the provider now. @throws `not_found`, `changed_meanwhile` for one that is decided, `unavailable`. */
export async function askAboutPayout(ctx: OperationContext, id: string): Promise<Payout> {
  const partnerId = ctx.partner.slug
  const provider = ctx.gateways.payouts
  if (!provider) throw new AppError('unavailable')
  await ctx.db.transaction().execute(async db => {
    const payout = await lockPayout(db, { partnerId, id })
    if (!payout) throw new AppError('not_found')
    if (!isInFlight(payout.status)) throw changed(payout)
    await updatePayout(db, payout, { nextAttemptAt: ctx.clock.now() })
    const { memberId: subject, status, attempts } = payout
    const before = { payout: id, status, attempts }
    await recordAudit({ ...ctx, db }, { action: 'payout.retry', subject, partnerId, before })
  })
  await sendPayout({ ...ctx, provider }, id)
  return (await findPayout(ctx.db, partnerId, id))!
}

const isInFlight = (status: PayoutStatus): boolean => openStatuses.some(open => open === status)

const changed = ({ status }: Payout) =>
  new AppError('changed_meanwhile', { detail: `The payout is ${status}.` })
