import { randomUUID } from 'node:crypto'
import {
  holdsSince,
  payoutCents,
  payoutTarget,
  paysOut,
  usedDeliveries,
} from '@dineward/core/payouts/payouts.rules.ts'
import type { Context } from '../../context.ts'
import type { PayoutProvider } from '../../gateways/payouts/payout-provider.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { allocateDebits } from '../ledger/allocations.service.ts'
import { postEntries } from '../ledger/ledger.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { cardsOfPayee, lockPayee, selectPayable } from './payouts.read.ts'
import { insertPayout, selectDuePayouts } from './payouts.repository.ts'
import { type PayoutContext, type PayoutStep, sendPayout } from './send-payout.service.ts'

export type PayoutServices = Omit<Context, 'partner'> & { readonly partners: PartnerRegistry }

export type PayoutRun = Record<'reserved' | PayoutStep | 'failed', number>

const maxUnanswered = 5

/** Reserve what has reached the threshold and waits no longer, send it, and ask about those on their way. */
export async function runPayouts(services: PayoutServices): Promise<PayoutRun> {
  const run: PayoutRun = { reserved: 0, paid: 0, received: 0, returned: 0, waiting: 0, skipped: 0, failed: 0 }
  const provider = services.gateways.payouts
  if (!provider) return run
  for (const partner of services.partners.all().filter(paysOut)) {
    const ctx = { ...services, partner, provider, origin: services.partners.siteOf(partner) }
    // One failure leaves the others to this run, and itself to the next.
    const attempt = async (subject: string, step: () => Promise<keyof PayoutRun>) => {
      const outcome = await step().catch((error: unknown) => {
        ctx.log.error({ err: error, subject }, 'payout failed, trying again with the next run')
        return 'failed' as const
      })
      run[outcome] += 1
      return outcome
    }
    for (const { memberId } of await selectPayable(ctx.db, payableQuery(ctx)))
      await attempt(memberId, async () => ((await reservePayout(ctx, memberId)) ? 'reserved' : 'skipped'))
    let unanswered = 0
    for (const { id } of await selectDuePayouts(ctx.db, partner.slug, ctx.clock.now())) {
      // A provider that is down would hold up the other jobs: those left are due in the next run.
      if (unanswered === maxUnanswered) break
      unanswered = (await attempt(id, () => sendPayout(ctx, id))) === 'waiting' ? unanswered + 1 : 0
    }
  }
  return run
}

/** The text is for operators: "2 reserved, 1 paid". @throws when one failed. */
export async function runPayoutsJob(services: PayoutServices): Promise<string> {
  if (!services.gateways.payouts) return 'no payout provider is configured'
  const { skipped: _, ...run } = await runPayouts(services)
  const text = Object.entries(run)
    .flatMap(([step, count]) => (count > 0 ? [`${count} ${step}`] : []))
    .join(', ')
  if (run.failed > 0) throw new Error(text)
  return text || 'nothing to pay'
}

/** From here on the amount is in flight. @returns its id; null where nothing is to be paid. */
export function reservePayout(
  ctx: Context & { readonly provider: PayoutProvider },
  memberId: string,
): Promise<string | null> {
  const { partner, clock, provider } = ctx
  const partnerId = partner.slug
  return ctx.db.transaction().execute(async db => {
    const now = clock.now()
    // Of two workers, the second one waits here, and finds a balance of zero.
    const payee = await lockPayee(db, partnerId, memberId)
    const [payable] = await selectPayable(db, { ...payableQuery(ctx), memberId })
    const amountCents = payable ? payoutCents(partner, payable.payableCents) : null
    const target = payoutTarget(
      partner,
      {
        email: payee.email,
        emailConfirmed: payee.emailConfirmedAt !== null,
        cards: await cardsOfPayee(db, partnerId, memberId),
      },
      provider.deliveries,
    )
    if (amountCents === null || !target) return null
    const id = randomUUID()
    await insertPayout(db, {
      id,
      partnerId,
      memberId,
      amountCents,
      targetType: target.delivery,
      targetLabel: target.label,
      targetRef: target.ref,
      benefitProcessor: target.processor,
      externalId: `payout-${id}`,
      nextAttemptAt: now,
      createdAt: now,
    })
    await postEntries(db, {
      partnerId,
      idempotencyKey: `payout:${id}:reserved`,
      kind: 'payout',
      correlationId: id,
      reasonCode: 'payout_reserved',
      postedAt: now,
      entries: [
        { account: 'member_rewards', memberId, units: -amountCents },
        { account: 'payouts_in_flight', memberId: null, units: amountCents },
      ],
    })
    await allocateDebits(db, { partnerId, memberId }, now)
    recordEvents({ ...ctx, db }, [{ type: 'payout.sent', id, memberId }])
    return id
  })
}

const payableQuery = ({
  partner,
  provider,
  clock,
}: Pick<PayoutContext, 'partner' | 'provider' | 'clock'>) => ({
  partnerId: partner.slug,
  thresholdCents: partner.settings.payout.thresholdCents,
  deliveries: usedDeliveries(partner, provider.deliveries),
  now: clock.now(),
  waitsSince: holdsSince(partner, clock.now()),
})
