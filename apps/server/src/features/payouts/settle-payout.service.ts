import { minutesToNextAttempt, type PayoutReason } from '@dineward/core/payouts/payouts.rules.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { PayoutAnswer } from '../../gateways/payouts/payout-provider.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { dinesPaidBy, freeAllocations } from '../ledger/allocations.service.ts'
import { postEntries } from '../ledger/ledger.service.ts'
import type { LedgerEntriesTable } from '../ledger/ledger.tables.ts'
import { markDinesPaid, markDinesUnpaid } from '../rewards/dine-status.service.ts'
import { queuePaidMail, queueReturnedMail } from './payouts.mail.ts'
import { lockPayee, type Payee } from './payouts.read.ts'
import { findPayout, lockPayout, type Payout, settlePayout, updatePayout } from './payouts.repository.ts'

type SettleContext = Context & { readonly origin: string }

/** @returns false when the payout was decided before. */
export async function applyAnswer(ctx: SettleContext, id: string, answer: PayoutAnswer): Promise<boolean> {
  return ctx.db.transaction().execute(async db => {
    const inTransaction = { ...ctx, db }
    const { payout, payee } = await lockBoth(inTransaction, id)
    if (payout.nextAttemptAt === null) return false
    if (answer.state === 'paid') await completePayout(inTransaction, payout, payee)
    else if (answer.state === 'refused') await giveBack(inTransaction, payout, payee, answer.reason)
    else await markReceived(inTransaction, payout)
    return true
  })
}

/** The bank sent a paid one back, or the provider cannot tell. In the caller's transaction. @returns it as it was. */
export async function returnPayout(ctx: SettleContext, id: string, reason: PayoutReason): Promise<Payout> {
  const { payout, payee } = await lockBoth(ctx, id)
  if (payout.status !== 'completed' && payout.status !== 'error')
    throw new AppError('changed_meanwhile', {
      message: `The payout ${id} is ${payout.status}: only a completed one, or one in error, can be returned.`,
    })
  await giveBack(ctx, payout, payee, reason)
  return payout
}

/** The member first, as events do. */
async function lockBoth(ctx: Context, id: string): Promise<{ payout: Payout; payee: Payee }> {
  const found = await findPayout(ctx.db, ctx.partner.slug, id)
  if (!found) throw new AppError('not_found', { message: `There is no payout ${id} of ${ctx.partner.slug}.` })
  const payee = await lockPayee(ctx.db, found.partnerId, found.memberId)
  const payout = await lockPayout(ctx.db, found)
  return { payout: payout ?? found, payee }
}

/** From here on it is asked about often again, however long it took to be accepted. */
async function markReceived({ db, clock }: Context, payout: Payout): Promise<void> {
  const now = clock.now()
  const first = {
    receivedAt: now,
    attempts: 1,
    nextAttemptAt: new Date(now.getTime() + minutes(minutesToNextAttempt(1))),
  }
  await updatePayout(db, payout, { status: 'pending_received', ...(payout.receivedAt ? {} : first) })
}

async function completePayout(ctx: SettleContext, payout: Payout, payee: Payee): Promise<void> {
  const now = ctx.clock.now()
  await settlePayout(ctx.db, payout, { status: 'completed', reasonCode: null, settledAt: now })
  await move(ctx, payout, { step: 'completed', from: 'payouts_in_flight', to: 'statement_credits' })
  const dineIds = await paidDines(ctx, payout)
  await markDinesPaid(ctx, dineIds)
  recordEvents(ctx, [{ type: 'payout.completed', id: payout.id, memberId: payout.memberId }])
  await queuePaidMail(ctx, { payout, payee })
}

async function giveBack(
  ctx: SettleContext,
  payout: Payout,
  payee: Payee,
  reason: PayoutReason,
): Promise<void> {
  const { id, partnerId, status } = payout
  const now = ctx.clock.now()
  if (status === 'completed') {
    const dineIds = await paidDines(ctx, payout)
    await markDinesUnpaid(ctx, dineIds)
  }
  await settlePayout(ctx.db, payout, { status: 'rejected', reasonCode: reason, settledAt: now })
  await move(ctx, payout, {
    step: 'returned',
    from: status === 'completed' ? 'statement_credits' : 'payouts_in_flight',
    // What an erased member does not get belongs to the program, as what they gave up does.
    to: payee.erasedAt ? 'program_rewards' : 'member_rewards',
  })
  await freeAllocations(ctx.db, { partnerId, subject: id }, now)
  recordEvents(ctx, [{ type: 'payout.returned', id, memberId: payout.memberId }])
  await queueReturnedMail(ctx, { payout, payee, reason })
}

async function paidDines({ db }: Context, { id, partnerId, memberId }: Payout): Promise<readonly string[]> {
  return (await dinesPaidBy(db, { partnerId, memberId }, [id])).get(id) ?? []
}

async function move(
  ctx: Context,
  { id, partnerId, memberId, amountCents }: Payout,
  way: {
    step: 'completed' | 'returned'
    from: LedgerEntriesTable['account']
    to: LedgerEntriesTable['account']
  },
): Promise<void> {
  const { step, from, to } = way
  await postEntries(ctx.db, {
    partnerId,
    idempotencyKey: `payout:${id}:${step}`,
    kind: 'payout',
    correlationId: id,
    reasonCode: `payout_${step}`,
    postedAt: ctx.clock.now(),
    entries: [
      { account: from, memberId: null, units: -amountCents },
      { account: to, memberId: to === 'member_rewards' ? memberId : null, units: amountCents },
    ],
  })
}
