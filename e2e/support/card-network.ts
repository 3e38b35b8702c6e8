import { randomUUID } from 'node:crypto'
import { signFidel } from '../../apps/server/src/features/rewards/fidel-signature.ts'
import type { Product } from './product.ts'

export interface Charge {
  readonly id: string
  readonly amount: number
  readonly cardId: string
  readonly merchantId: string
  /** When the network made the event: sent again it is the same event, word for word. */
  readonly madeAt: Date
}

/** Plays the card network: signs an event as it does, and sends it. Answers the status; throws when nobody answers. */
export async function sendEvent(
  product: Product,
  event: 'transaction.auth' | 'transaction.clearing' | 'transaction.refund',
  charge: Charge,
): Promise<number> {
  const url = `http://localhost:${product.port}/hooks/fidel/${event}`
  const body = JSON.stringify({
    id: charge.id,
    programId: 'program',
    amount: charge.amount,
    currency: 'USD',
    // New York's clock is four or five hours behind: an hour or two ago.
    datetime: new Date(charge.madeAt.getTime() - 6 * 3_600_000).toISOString().slice(0, 19),
    created: charge.madeAt.toISOString(),
    updated: charge.madeAt.toISOString(),
    auth: true,
    cleared: event !== 'transaction.auth',
    cardPresent: true,
    card: { id: charge.cardId, lastNumbers: '0000', scheme: 'visa', metadata: { id: charge.cardId } },
    location: { id: charge.merchantId, metadata: { id: charge.merchantId } },
  })
  const timestamp = String(Date.now())
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
  return { id: randomUUID(), amount, cardId, merchantId, madeAt: new Date() }
}
