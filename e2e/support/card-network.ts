import { randomUUID } from 'node:crypto'
import { signFidel } from '../../apps/server/src/features/rewards/fidel-signature.ts'
import type { Product } from './product.ts'

export interface Charge {
  readonly id: string
  readonly amount: number
  readonly cardId: string
  readonly merchantId: string
}

/** Plays the card network: signs an event as it does, and sends it. Answers the status; throws when nobody answers. */
export async function sendEvent(
  product: Product,
  event: 'transaction.auth' | 'transaction.clearing' | 'transaction.refund',
  charge: Charge,
): Promise<number> {
  const url = `http://localhost:${product.port}/hooks/fidel/${event}`
  const now = new Date()
  const body = JSON.stringify({
    id: charge.id,
    programId: randomUUID(),
    amount: charge.amount,
    currency: 'USD',
    // Local time at the restaurant, an hour ago in New York's summer or winter alike.
    datetime: new Date(now.getTime() - 6 * 3_600_000).toISOString().slice(0, 19),
    created: now.toISOString(),
    updated: now.toISOString(),
    auth: true,
    cleared: event !== 'transaction.auth',
    cardPresent: true,
    card: { id: randomUUID(), lastNumbers: '0000', scheme: 'visa', metadata: { id: charge.cardId } },
    location: { id: randomUUID(), metadata: { id: charge.merchantId } },
  })
  const timestamp = String(now.getTime())
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-fidel-timestamp': timestamp,
      'x-fidel-signature': signFidel(product.webhookSecret, { url, timestamp, body }),
    },
    body,
  })
  await answer.body?.cancel()
  return answer.status
}

/** A new charge of a member's card at a restaurant. */
export function newCharge(cardId: string, merchantId: string, amount: number): Charge {
  return { id: randomUUID(), amount, cardId, merchantId }
}
