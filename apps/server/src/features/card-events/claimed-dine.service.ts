import { claimTransactionId } from '@dineward/core/claims/claimed-charges.rules.ts'
import { decideDine, newestDineRule } from '@dineward/core/rewards/dines/dine.rules.ts'
import { factsOf, localTimeOf } from '@dineward/core/rewards/dines/dine-facts.rules.ts'
import type { ReasonCode } from '@dineward/core/rewards/reason-codes.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import type { Db } from '../../db/open-database.ts'
import { type DineOfEvent, findDineOfEvent } from '../rewards/dine-of-event.read.ts'
import { type RewardServices, resolveEvents } from '../rewards/load/resolve-events.service.ts'
import { processEvents } from '../rewards/process-events.service.ts'
import { findEventByKey, insertEvents } from './inbox.repository.ts'

export interface ClaimedDine {
  readonly partnerId: string
  readonly claimId: string
  readonly cardId: string
  readonly merchantId: string
  /** The restaurant's local date. */
  readonly dinedOn: string
  readonly amountCents: number
}

export type { DineOfEvent } from '../rewards/dine-of-event.read.ts'

/** A member knows the day, not the minute. */
const usualTime = '19:00:00'

const claimedEvent = 'transaction.clearing'

const eventKey = (claimId: string): string => `claim:${claimId}`

/**
 * Store the dine as a clearing in the inbox and process it like any other, in the caller's transaction. Idempotent.
 * @returns its dine, which may be one that the network reported; null where the event was refused.
 */
export async function processClaimedDine(
  services: RewardServices,
  claim: ClaimedDine,
): Promise<DineOfEvent | null> {
  const { db, clock } = services
  const { partnerId, claimId, amountCents } = claim
  await insertEvents(db, [
    {
      provider: 'claim',
      event: claimedEvent,
      dedupeKey: eventKey(claimId),
      body: bodyOf(services, claim),
      receivedAt: clock.now(),
      status: 'received',
      partnerId,
      kind: 'clearing',
      transactionId: claimTransactionId(claimId),
      amountCents,
      reportedCardId: claim.cardId,
    },
  ])
  const event = await findEventByKey(db, eventKey(claimId))
  if (event?.status === 'received') await processEvents(services, [event])
  return findDineOfClaim(db, claimId)
}

/** Why it would earn nothing if it were approved now, monthly limits aside; null where it would earn. */
export async function reasonAgainst(
  services: RewardServices,
  claim: ClaimedDine,
): Promise<ReasonCode | null> {
  const event = {
    provider: 'claim',
    event: claimedEvent,
    body: bodyOf(services, claim),
    partnerId: claim.partnerId,
  }
  const cards = [{ partnerId: claim.partnerId, id: claim.cardId }]
  const [context] = await resolveEvents(services, [event], cards)
  if (!context || 'refusal' in context) return null
  const decision = decideDine(
    {
      ruleVersion: newestDineRule(),
      dinedAt: localTimeOf(context),
      amounts: { authorizedCents: null, clearedCents: claim.amountCents, refundedCents: 0 },
      facts: factsOf(context),
      expired: false,
      earnedAs: 'Awarded',
    },
    { cents: null, visits: null },
  )
  return decision.status === 'Forfeit' ? decision.reasonCode : null
}

/** In the network's shape. */
function bodyOf({ partners }: RewardServices, claim: ClaimedDine): string {
  const { partnerId, claimId, cardId, merchantId, dinedOn, amountCents } = claim
  return JSON.stringify({
    id: claimTransactionId(claimId),
    amount: centsToDollars(amountCents),
    currency: partners.bySlug(partnerId)?.settings.billCurrency,
    datetime: `${dinedOn}T${usualTime}`,
    auth: true,
    cleared: true,
    card: { metadata: { id: cardId } },
    location: { metadata: { id: merchantId } },
  })
}

/** Null before it is processed, and where the event was refused. */
export function findDineOfClaim(db: Db, claimId: string): Promise<DineOfEvent | null> {
  return findDineOfEvent(db, eventKey(claimId))
}
