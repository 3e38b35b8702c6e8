import { instantOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import { addDays } from './days.ts'
import type { DemoDine } from './demo-dines.ts'
import { demoId } from './demo-id.ts'

/** What a card network reports, and when it arrives. */
export interface DemoCardEvent {
  readonly event: `transaction.${'auth' | 'clearing' | 'refund'}`
  readonly at: Date
  readonly body: Buffer
}

/** Of an authorization as it happens, of a clearing in the night of the fourth day, of a refund two nights later. */
export function demoCardEvents(dine: DemoDine): DemoCardEvent[] {
  const { dinedAt, place, card, amountCents, tipCents, refundCents, transactionId, forfeitedFor } = dine
  const authorizedAt = new Date(instantOf(place.timezone, dinedAt).getTime() + minutes(1))
  const night = (count: number) => new Date(`${addDays(dinedAt.slice(0, 10), count)}T04:00:00Z`)
  // Of a card that was not linked yet, the network reports nothing until it is.
  const wasLinked = card.linkedAt < authorizedAt
  const clearedAt = new Date(Math.max(night(4).getTime(), card.linkedAt.getTime() + days(1)))
  const authorization = reportOf(dine, 'transaction.auth', { cents: amountCents, at: authorizedAt })
  const clearing = reportOf(dine, 'transaction.clearing', { cents: amountCents + tipCents, at: clearedAt })
  const refund = reportOf(dine, 'transaction.refund', {
    id: `${transactionId}-refund`,
    cents: -refundCents,
    datetime: `${addDays(dinedAt.slice(0, 10), 4)}T12:00:00`,
    at: night(6),
    // The network finds the original only where the amounts are equal.
    ...(refundCents === amountCents + tipCents ? { originalTransactionId: transactionId } : {}),
  })
  return [
    ...(wasLinked ? [authorization] : []),
    ...(forfeitedFor === 'authorization_expired' ? [] : [clearing]),
    ...(refundCents > 0 ? [refund] : []),
  ]
}

interface Reported {
  readonly cents: number
  readonly at: Date
  readonly id?: string
  readonly datetime?: string
  readonly originalTransactionId?: string
}

function reportOf(
  { card, place, dinedAt, transactionId }: DemoDine,
  event: DemoCardEvent['event'],
  { cents, at, ...named }: Reported,
): DemoCardEvent {
  const body = {
    id: transactionId,
    amount: centsToDollars(cents),
    currency: 'USD',
    datetime: dinedAt,
    created: at.toISOString(),
    updated: at.toISOString(),
    auth: event !== 'transaction.refund',
    cleared: event !== 'transaction.auth',
    authCode: demoId(`authorization ${transactionId}`).slice(0, 6).toUpperCase(),
    cardPresent: true,
    card: { id: card.cardToken, lastNumbers: card.lastFour, metadata: { id: card.id } },
    brand: { name: place.name },
    location: { id: place.id, timezone: place.timezone, metadata: { id: place.id } },
    ...named,
  }
  return { event, at, body: Buffer.from(JSON.stringify(body)) }
}
