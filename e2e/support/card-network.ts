import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { signFidel } from '../../apps/server/src/features/card-events/networks/fidel.network.ts'
import type { Product } from './product.ts'

export interface Charge {
  readonly id: string
  readonly amount: number
  readonly cardId: string
  readonly merchantId: string
  /** The network created the event at this time: a resend has the same bytes. */
  readonly madeAt: Date
  /** A refund names its charge here. Its amount is below zero. */
  readonly originalTransactionId?: string
}

type EventName = 'transaction.auth' | 'transaction.clearing' | 'transaction.refund'

/** Simulate the card network: sign and send an event. @returns the status @throws without a response */
export async function sendEvent(product: Product, event: EventName, charge: Charge): Promise<number> {
  const { url, headers, body } = signedEvent(product, event, charge)
  const answer = await fetch(url, { method: 'POST', headers, body })
  await answer.body?.cancel()
  return answer.status
}

/** Send the head of an event. `accepted` resolves when the server requests the body, which `finish` sends. */
export function startEvent(product: Product): { accepted: Promise<void>; finish: () => Promise<number> } {
  const { url, headers, body } = signedEvent(product, 'transaction.auth', newCharge('card', 'merchant', 1))
  const length = Buffer.byteLength(body)
  const call = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': length, expect: '100-continue' },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.once('error', reject).once('response', answer => resolve(answer.resume().statusCode ?? 0))
  })
  const accepted = new Promise<void>(resolve => call.once('continue', resolve))
  call.flushHeaders()
  const finish = () => {
    call.end(body)
    return status
  }
  return { accepted: Promise.race([accepted, status.then(() => {})]), finish }
}

function signedEvent(product: Product, event: EventName, charge: Charge) {
  const url = `http://localhost:${product.port}/hooks/fidel/${event}`
  const body = JSON.stringify({
    id: charge.id,
    programId: 'program',
    amount: charge.amount,
    currency: 'USD',
    // New York is four or five hours behind UTC: one or two hours ago.
    datetime: new Date(charge.madeAt.getTime() - 6 * 3_600_000).toISOString().slice(0, 19),
    created: charge.madeAt.toISOString(),
    updated: charge.madeAt.toISOString(),
    auth: event !== 'transaction.refund',
    cleared: event !== 'transaction.auth',
    ...(charge.originalTransactionId ? { originalTransactionId: charge.originalTransactionId } : {}),
    cardPresent: true,
    card: { id: charge.cardId, lastNumbers: '0000', scheme: 'visa', metadata: { id: charge.cardId } },
    location: { id: charge.merchantId, metadata: { id: charge.merchantId } },
  })
  const timestamp = String(Date.now())
  const headers = {
    'content-type': 'application/json',
    'x-fidel-timestamp': timestamp,
    'x-fidel-signature': signFidel(product.webhookSecret, { url, timestamp, body }),
  }
  return { url, headers, body }
}

/** A new charge on a member's card. */
export function newCharge(cardId: string, merchantId: string, amount: number): Charge {
  return { id: randomUUID(), amount, cardId, merchantId, madeAt: new Date() }
}
