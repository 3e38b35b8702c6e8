import { randomInt, randomUUID } from 'node:crypto'
import type { KardStatus } from '@dineward/core/rewards/kard.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { signKard } from './kard-signature.rules.ts'
import type { DineEvents, Sender, SignedRequest } from './sandbox-events.rules.ts'

/** A payment keeps its transaction id; a return has its own, and names the payment's. */
export function kardRequests(sender: Sender, dine: DineEvents): SignedRequest[] {
  const { amountCents, tipCents, at, noClearing = false, refundCents = 0 } = dine
  const payment = { transactionId: randomUUID(), authorizationCode: String(randomInt(100_000, 1_000_000)) }
  const authorizationDate = at.toISOString()
  const later = new Date(at.getTime() + minutes(1)).toISOString()
  const events = [eventOf(dine, 'APPROVED', amountCents, { ...payment, authorizationDate })]
  if (!noClearing) {
    const dates = { authorizationDate, settledDate: later }
    events.push(eventOf(dine, 'SETTLED', amountCents + tipCents, { ...payment, ...dates }))
  }
  if (refundCents > 0)
    events.push(
      eventOf(dine, 'RETURNED', refundCents, {
        transactionId: randomUUID(),
        originalTransactionId: payment.transactionId,
        direction: 'CREDIT',
        transactionDate: later,
      }),
    )
  return events.map(({ status, body }) => ({
    event: status,
    url: `${sender.publicUrl}/hooks/kard`,
    body,
    headers: { 'content-type': 'application/json', 'notify-signature': signKard(sender.secret, body) },
  }))
}

function eventOf({ card, merchant }: DineEvents, status: KardStatus, amount: number, fields: object) {
  const attributes = {
    status,
    amount,
    currency: 'USD',
    direction: 'DEBIT',
    paymentType: 'CARD',
    description: merchant.name,
    accountId: card.id,
    cardLastFour: card.lastFour,
    merchant: {
      id: merchant.mid,
      storeId: merchant.id,
      name: merchant.name,
      addrStreet: merchant.street,
      addrCity: merchant.city,
      addrState: merchant.state,
      addrZipcode: merchant.zipCode,
      addrCountry: 'United States',
    },
    ...fields,
  }
  return { status, body: JSON.stringify({ data: { id: randomUUID(), type: 'transaction', attributes } }) }
}
