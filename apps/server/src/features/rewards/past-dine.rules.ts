import { createHash } from 'node:crypto'
import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnRateOf, type TierLevel } from '@dineward/core/partner/partner-questions.ts'
import { decideDine, dineOf, newestDineRule } from '@dineward/core/rewards/dine.rules.ts'
import { dateOf } from '@dineward/core/rewards/dine-time.rules.ts'
import type { DineFacts, DineTerms } from '@dineward/core/rewards/dine-to-decide.ts'
import { type Movement, movementKey } from '@dineward/core/rewards/movements.rules.ts'
import type { ReasonCode } from '@dineward/core/rewards/reason-codes.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { asUtc, weekdayOf, weekdays } from '@dineward/core/shared/local-date.ts'
import type { Insertable } from 'kysely'
import type { DinesTable } from './rewards.tables.ts'

/** From before the product ran. `dinedAt` is the restaurant's local time. */
export interface PastDine {
  readonly partnerId: string
  readonly memberId: string
  readonly linkedCardId: string
  readonly cardLastFour: string
  readonly merchantId: string | null
  readonly merchantName: string
  /** `YYYY-MM-DDTHH:mm:ss` */
  readonly dinedAt: string
  /** The authorized amount. The clearing adds the tip. */
  readonly amountCents: number
  readonly tipCents: number
  readonly refundCents?: number
  readonly status: DineStatus
  /** Only with status Forfeit. */
  readonly reasonCode?: ReasonCode
  readonly tier: TierLevel
  readonly transactionId: string
}

export interface RecordedPastDine {
  readonly row: Omit<Insertable<DinesTable>, 'decision'> & {
    decision: object
    id: string
    rewardUnits: number
  }
  readonly movements: readonly PastMovement[]
  readonly clearedAt: Date
}

type PastMovement = Omit<Movement, 'cardToken'>

const clearsAfter = days(2)
const paidAfter = days(14)

/** @throws when the rules do not give the status and reason it claims. */
export function decidePastDine(partner: Partner, dine: PastDine, now: Date): RecordedPastDine {
  const { charges, refunds } = movementsOf(dine)
  const { dinedAt, amounts } = dineOf(charges, refunds)
  const facts = explained(dine, factsOf(partner, dine))
  const expired = dine.reasonCode === 'authorization_expired'
  const earnedAs = dine.status === 'Deferred' || dine.status === 'Paid' ? dine.status : 'Awarded'
  const { earningCents, ...decided } = decideDine(
    { ruleVersion: newestDineRule(), dinedAt, amounts, facts, expired, earnedAs },
    roomOf(facts),
  )
  if (decided.status !== dine.status || (dine.reasonCode && decided.reasonCode !== dine.reasonCode)) {
    const claimed = `${dine.status} ${dine.reasonCode ?? ''}`.trim()
    throw new Error(
      `dine ${dine.transactionId} claims to be ${claimed}; the rules say ${decided.status} ${decided.reasonCode ?? ''}`,
    )
  }
  const dined = asUtc(dine.dinedAt).getTime()
  const noLaterThanNow = (time: number) => new Date(Math.min(time, now.getTime()))
  const clearedAt = noLaterThanNow(dined + clearsAfter)
  return {
    movements: [...charges, ...refunds],
    clearedAt,
    row: {
      id: pastDineId(dine),
      partnerId: dine.partnerId,
      memberId: dine.memberId,
      linkedCardId: dine.linkedCardId,
      cardLastFour: dine.cardLastFour,
      merchantId: dine.merchantId,
      merchantName: dine.merchantName,
      sourceTransactionId: dine.transactionId,
      authCode: null,
      dinedAt,
      ...amounts,
      ...decided,
      decision: { ruleVersion: newestDineRule(), facts, amounts, earningCents },
      paidAt: dine.status === 'Paid' ? noLaterThanNow(dined + paidAfter) : null,
      createdAt: noLaterThanNow(dined),
      updatedAt: clearedAt,
    },
  }
}

/** Deterministic, so that recording a dine again changes nothing. */
function pastDineId({ partnerId, transactionId }: PastDine): string {
  return createHash('sha256')
    .update(JSON.stringify([partnerId, transactionId]))
    .digest('base64url')
    .slice(0, 22)
}

function movementsOf(dine: PastDine): { charges: PastMovement[]; refunds: PastMovement[] } {
  const { transactionId, linkedCardId, merchantId, dinedAt, amountCents, tipCents, refundCents = 0 } = dine
  const movement = (kind: Movement['kind'], id: string, cents: number): PastMovement => ({
    sourceKey: movementKey({ kind, transactionId: id }),
    kind,
    transactionId: id,
    originalTransactionId: kind === 'refund' ? transactionId : null,
    authCode: null,
    amountCents: cents,
    occurredAt: dinedAt,
    linkedCardId,
    merchantId,
    reportedAt: null,
    cardEventId: null,
  })
  const uncleared = dine.status === 'Pending' || dine.reasonCode === 'authorization_expired'
  const cleared = uncleared ? [] : [movement('clearing', transactionId, amountCents + tipCents)]
  return {
    charges: [movement('authorization', transactionId, amountCents), ...cleared],
    refunds: refundCents > 0 ? [movement('refund', `${transactionId}-refund`, refundCents)] : [],
  }
}

function factsOf(partner: Partner, { dinedAt, tier }: PastDine): DineFacts {
  return {
    currency: partner.settings.billCurrency,
    billCurrency: partner.settings.billCurrency,
    tier,
    rate: earnRateOf(partner, tier),
    rounding: partner.settings.rewards.rounding,
    timezone: null,
    terms: {
      joinedOn: dateOf(dinedAt),
      leftOn: null,
      benefitDays: weekdays,
      maxSpendPerMonthCents: null,
      maxVisitsPerMonth: null,
      campaignCodes: [],
    },
    cardLinkedAt: asUtc(dinedAt).toISOString(),
    cardRemovedAt: null,
    accountClosedAt: null,
  }
}

function explained({ reasonCode, dinedAt }: PastDine, facts: DineFacts): DineFacts {
  const shifted = (count: number) => new Date(asUtc(dinedAt).getTime() + days(count)).toISOString()
  const terms = (change: Partial<DineTerms>) => ({ ...facts, terms: { ...facts.terms!, ...change } })
  const today = dateOf(dinedAt)
  const explanations: Partial<Record<ReasonCode, () => DineFacts>> = {
    not_participating: () => ({ ...facts, terms: null }),
    merchant_left: () => terms({ leftOn: today }),
    merchant_not_yet_joined: () => terms({ joinedOn: dateOf(shifted(1)) }),
    acclaimed_locked: () => terms({ campaignCodes: [facts.tier < 2 ? 'acclaimed' : 'acclaimed2'] }),
    third_party_delivery: () => ({ ...facts, order: { kind: 'delivery', subtotalCents: null } }),
    excluded_day: () => terms({ benefitDays: weekdays.filter(day => day !== weekdayOf(today)) }),
    card_not_linked_at_dine: () => ({ ...facts, cardLinkedAt: shifted(1) }),
    card_removed: () => ({ ...facts, cardRemovedAt: shifted(-1) }),
    account_closed: () => ({ ...facts, accountClosedAt: shifted(-1) }),
    currency_not_supported: () => ({ ...facts, currency: 'CAD' }),
    monthly_spend_reached: () => terms({ maxSpendPerMonthCents: 0 }),
    monthly_visits_reached: () => terms({ maxVisitsPerMonth: 0 }),
  }
  return (reasonCode && explanations[reasonCode]?.()) ?? facts
}

const roomOf = ({ terms }: DineFacts) => ({
  cents: terms?.maxSpendPerMonthCents ?? null,
  visits: terms?.maxVisitsPerMonth ?? null,
})
