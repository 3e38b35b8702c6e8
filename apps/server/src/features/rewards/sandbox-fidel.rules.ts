import { randomInt, randomUUID } from 'node:crypto'
import type { FidelEventName } from '@dineward/core/rewards/fidel.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import { signFidel } from './fidel-signature.rules.ts'
import type { DineEvents, Sender, SignedRequest } from './sandbox-events.rules.ts'

/** A refund is two events. */
export function fidelRequests(sender: Sender, dine: DineEvents): SignedRequest[] {
  return eventsOf(dine).map(({ event, body }) => signed(sender, event, JSON.stringify(body)))
}

function eventsOf(dine: DineEvents): { event: FidelEventName; body: object }[] {
  const { amountCents, tipCents, at, noClearing = false, refundCents = 0 } = dine
  const id = randomUUID()
  const authCode = String(randomInt(100_000, 1_000_000))
  const of = (transactionId: string, cents: number, time: Date, flags: object) => ({
    ...transactionAt(dine, transactionId, cents, time),
    authCode,
    ...flags,
  })
  const total = amountCents + tipCents
  const events: { event: FidelEventName; body: object }[] = [
    { event: 'transaction.auth', body: of(id, amountCents, at, { auth: true, cleared: false }) },
  ]
  if (!noClearing)
    events.push({ event: 'transaction.clearing', body: of(id, total, at, { auth: true, cleared: true }) })
  if (refundCents > 0) {
    // The network matches a refund to its original only when the amounts are equal.
    const original = refundCents === total ? { originalTransactionId: id } : {}
    const later = new Date(at.getTime() + minutes(1))
    const refund = of(randomUUID(), -refundCents, later, { auth: false, cleared: true, ...original })
    events.push(
      { event: 'transaction.clearing', body: refund },
      { event: 'transaction.refund', body: refund },
    )
  }
  return events
}

function transactionAt({ card, merchant }: DineEvents, id: string, cents: number, at: Date) {
  return {
    id,
    programId: 'sandbox',
    amount: centsToDollars(cents),
    currency: 'USD',
    datetime: localTimeAt(merchant.timezone, at),
    created: at.toISOString(),
    updated: at.toISOString(),
    cardPresent: true,
    card: {
      id: `sandbox-${card.id}`,
      lastNumbers: card.lastFour,
      scheme: card.cardType.toLowerCase(),
      metadata: { id: card.id },
    },
    brand: { id: `sandbox-${merchant.id}`, name: merchant.name },
    location: {
      id: `sandbox-${merchant.id}`,
      address: merchant.street,
      city: merchant.city,
      state: merchant.state,
      postcode: merchant.zipCode,
      countryCode: 'USA',
      timezone: merchant.timezone,
      metadata: { id: merchant.id },
    },
    identifiers: { MID: merchant.mid },
  }
}

function signed({ publicUrl, secret, now }: Sender, event: FidelEventName, body: string): SignedRequest {
  const url = `${publicUrl}/hooks/fidel/${event}`
  const timestamp = String(now.getTime())
  return {
    event,
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'x-fidel-timestamp': timestamp,
      'x-fidel-signature': signFidel(secret, { url, timestamp, body }),
    },
  }
}
