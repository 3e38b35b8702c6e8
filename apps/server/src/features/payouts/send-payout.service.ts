import { isOverdue, minutesToNextAttempt } from '@dineward/core/payouts/payouts.rules.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import type { PayoutAnswer, PayoutProvider } from '../../gateways/payouts/payout-provider.ts'
import { findPayee } from './payouts.read.ts'
import { claimPayout, type Payout, updatePayout } from './payouts.repository.ts'
import { applyAnswer } from './settle-payout.service.ts'

export interface PayoutContext extends Context {
  readonly provider: PayoutProvider
  /** Of the partner's pages. */
  readonly origin: string
}

/** `waiting` means that the provider did not answer, `skipped` that another worker has it. */
export type PayoutStep = 'paid' | 'received' | 'returned' | 'waiting' | 'skipped'

const stepOf = { paid: 'paid', received: 'received', refused: 'returned' } as const

/** Send it, or ask about it: a killed process may have sent it. */
export async function sendPayout(ctx: PayoutContext, id: string): Promise<PayoutStep> {
  const now = ctx.clock.now()
  const nextAttemptAt = (attempts: number) =>
    new Date(now.getTime() + minutes(minutesToNextAttempt(attempts)))
  const payout = await claimPayout(ctx.db, { partnerId: ctx.partner.slug, id }, { now, nextAttemptAt })
  if (!payout) return 'skipped'
  let answer: PayoutAnswer
  try {
    answer = await askProvider(ctx, payout)
  } catch (error) {
    ctx.log.warn(
      { err: error, payout: id, attempts: payout.attempts },
      'payout provider did not answer, asking again',
    )
    // Nothing is given back while the provider may have paid.
    if (isOverdue(payout.attempts) && payout.status !== 'error')
      await updatePayout(ctx.db, payout, { status: 'error' })
    return 'waiting'
  }
  const applied = await applyAnswer(ctx, id, answer)
  return applied ? stepOf[answer.state] : 'skipped'
}

async function askProvider(ctx: PayoutContext, payout: Payout): Promise<PayoutAnswer> {
  const { provider, partner } = ctx
  const { externalId } = payout
  const known = payout.attempts > 1 ? await provider.find(externalId) : null
  if (known) return known
  // The provider accepted the order and forgot it: a person has to look.
  if (payout.receivedAt) throw new Error(`the provider no longer knows ${externalId}`)
  if (payout.targetRef === '') return { state: 'refused', reason: 'account_erased' }
  const { firstName, lastName, email } = await findPayee(ctx.db, partner.slug, payout.memberId)
  return provider.send({
    externalId,
    amountCents: payout.amountCents,
    delivery: payout.targetType,
    processor: payout.benefitProcessor as 'MasterCard' | 'Visa' | 'Tremendous',
    target: payout.targetRef,
    recipient: { name: `${firstName} ${lastName}`.trim(), email },
    programName: partner.settings.programName,
  })
}
