import { isSamePayment, nearestPayment } from '@dineward/core/claims/claimed-charges.rules.ts'
import {
  type ClaimAnswer,
  type ClaimState,
  dateAfter,
  wasLinkedOn,
} from '@dineward/core/claims/claims.rules.ts'
import { promiseDays } from '@dineward/core/rewards/dines/dine.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context } from '../../context.ts'
import { reasonAgainst } from '../card-events/claimed-dine.service.ts'
import { readReportedTransaction } from '../card-events/event-bodies.rules.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { type ClaimedCard, listDinesAround, listUnusedEvents, type NearbyDine } from './claims.read.ts'
import type { ClaimRow } from './claims.repository.ts'
import type { AnswerValues } from './claims.tables.ts'

export interface Resolution {
  readonly state: ClaimState
  readonly answer: ClaimAnswer
  readonly answerValues?: AnswerValues
  readonly nextBy?: string
  readonly transactionId?: string
}

type Claimed = Pick<
  ClaimRow,
  'partnerId' | 'memberId' | 'merchantId' | 'dinedOn' | 'amountCents' | 'linkedCardId'
>

/** The dine, where it is known. Null where the network or a person must be asked. */
export async function matchDine(ctx: Context, claim: Claimed): Promise<Resolution | null> {
  const dines = await listDinesAround(ctx.db, claim)
  const bills = dines.map(dine => ({
    dine,
    at: dine.at,
    amountCents: dine.clearedCents ?? dine.authorizedCents ?? 0,
  }))
  const claimed = { at: claim.dinedOn, amountCents: claim.amountCents }
  // Of a bill of $0 only the day can be the same.
  const zero = bills.find(({ at, amountCents }) => amountCents === 0 && at.startsWith(claim.dinedOn))
  const found = nearestPayment(claimed, bills) ?? zero
  return found ? resolutionOf(ctx, found.dine) : null
}

function resolutionOf(ctx: Context, dine: NearbyDine): Resolution | null {
  const answerValues = {
    amountCents: dine.clearedCents ?? dine.authorizedCents ?? 0,
    currency: dine.currency,
    lastFour: dine.cardLastFour,
    rewardUnits: dine.rewardUnits,
  }
  const transactionId = dine.sourceTransactionId
  if (dine.status === 'Pending') {
    const nextBy = dateAfter(dine.createdAt.toISOString().slice(0, 10), promiseDays + 1)
    return { state: 'waiting_for_network', answer: 'pending', answerValues, nextBy, transactionId }
  }
  if (dine.status !== 'Forfeit')
    return { state: 'approved', answer: 'already_earned', answerValues, transactionId }
  return forfeitResolution(ctx, dine, { answerValues, transactionId })
}

function forfeitResolution(
  ctx: Context,
  { reasonCode, cardLinkedAt }: NearbyDine,
  found: Required<Pick<Resolution, 'answerValues' | 'transactionId'>>,
): Resolution | null {
  switch (reasonCode) {
    // The member's statement may show a charge that the network never reported.
    case 'authorization_expired':
      return null
    case 'amount_zero':
    case 'refunded_in_full':
      return { ...found, ...forPerson(ctx), answer: 'dine_to_check' }
    case 'card_not_linked_at_dine':
      if (!cardLinkedAt) break
      return {
        ...found,
        state: 'declined',
        answer: 'card_linked_later',
        answerValues: { ...found.answerValues, linkDate: cardLinkedAt.slice(0, 10) },
      }
  }
  const answerValues = { ...found.answerValues, ...(reasonCode ? { reasonCode } : {}) }
  return { ...found, state: 'declined', answer: 'earned_nothing', answerValues }
}

/** An event of the member's cards that could not be used. */
export async function matchEvent(
  ctx: Context,
  claim: Claimed,
  cards: readonly ClaimedCard[],
): Promise<Resolution | null> {
  const since = new Date(`${dateAfter(claim.dinedOn, -1)}T00:00:00Z`)
  const events = await listUnusedEvents(
    ctx.db,
    cards.map(({ id }) => id),
    since,
  )
  const claimed = { at: claim.dinedOn, amountCents: claim.amountCents }
  const isFound = events.some(event => {
    const transaction = readReportedTransaction(event)
    if (transaction instanceof AppError) return false
    const { kind, merchantId, datetime, amountCents } = transaction
    return (
      (kind === 'authorization' || kind === 'clearing') &&
      (!merchantId || merchantId === claim.merchantId) &&
      isSamePayment(claimed, { at: datetime, amountCents })
    )
  })
  return isFound ? { ...forPerson(ctx), answer: 'event_found' } : null
}

/** Whether a card can have paid, by when it was linked. */
export function matchCard(claim: Claimed, cards: readonly ClaimedCard[]): Resolution | null {
  if (cardOfClaim(claim, cards)) return null
  const newest = cards.find(({ id }) => id === claim.linkedCardId) ?? onlyCard(cards)
  if (!newest) return { state: 'declined', answer: 'no_card' }
  const links = cards.filter(({ cardToken }) => cardToken === newest.cardToken)
  const { lastFour } = newest
  const removed = links.find(({ removedOn }) => removedOn !== null && removedOn < claim.dinedOn)?.removedOn
  if (removed)
    return { state: 'declined', answer: 'card_removed_before', answerValues: { lastFour, linkDate: removed } }
  const { linkedOn } = links.at(-1)!
  return { state: 'declined', answer: 'card_linked_later', answerValues: { lastFour, linkDate: linkedOn } }
}

/** A member with one card is not asked which. */
const onlyCard = (cards: readonly ClaimedCard[]): ClaimedCard | undefined =>
  cards.every(({ cardToken }) => cardToken === cards[0]?.cardToken) ? cards[0] : undefined

/** Whether the rules of the program would give anything for it. */
export async function matchRules(
  ctx: Context & { readonly partners: PartnerRegistry },
  claim: Claimed & Pick<ClaimRow, 'id'>,
  card: ClaimedCard | undefined,
): Promise<Resolution | null> {
  if (!card) return null
  const { id: claimId, merchantId, dinedOn, amountCents } = claim
  const of = { partnerId: ctx.partner.slug, claimId }
  const reasonCode = await reasonAgainst(ctx, { ...of, cardId: card.id, merchantId, dinedOn, amountCents })
  return reasonCode && { state: 'declined', answer: 'not_earning', answerValues: { reasonCode } }
}

/** The card that paid is the named one, under any of its links, else any that was linked on that day. */
export function cardOfClaim(claim: Claimed, cards: readonly ClaimedCard[]): ClaimedCard | undefined {
  const named = cards.find(({ id }) => id === claim.linkedCardId)
  return cards.find(
    card => (!named || card.cardToken === named.cardToken) && wasLinkedOn(card, claim.dinedOn),
  )
}

export function forPerson(ctx: Pick<Context, 'partner' | 'clock'>): Resolution & { nextBy: string } {
  const nextBy = daysFromNow(ctx, ctx.partner.settings.claims.staffDays)
  return { state: 'checking', answer: 'person', nextBy }
}

export function daysFromNow({ clock }: Pick<Context, 'clock'>, count: number): string {
  return dateAfter(localDateAt('UTC', clock.now()), count)
}
