import { randomInt, randomUUID } from 'node:crypto'
import { localTimeAt } from '@dineward/core/rewards/dine-time.rules.ts'
import type { FidelEventName } from '@dineward/core/rewards/fidel.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import type { RewardServices } from './event-context.service.ts'
import { signFidel, webhookSecrets } from './fidel-signature.rules.ts'
import { type SandboxSeat, selectSandboxSeat } from './sandbox-dine.read.ts'

export interface SandboxDine {
  readonly partner: string
  readonly memberEmail: string
  readonly merchantId: string
  /** Of the authorization. The clearing adds the tip. */
  readonly amountCents: number
  readonly tipCents: number
  readonly at?: Date
  readonly noClearing?: boolean
  readonly refundCents?: number
}

export interface SandboxNetwork {
  readonly publicUrl: string
  readonly webhookSecret: string
}

export interface SignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Authorization, clearing with tip, and a refund as its two events. */
export async function planSandboxDine(
  services: Pick<RewardServices, 'db' | 'clock'>,
  network: SandboxNetwork,
  dine: SandboxDine,
): Promise<SignedRequest[]> {
  const seat = await selectSandboxSeat(services.db, dine)
  if (!seat.member) throw new Error(`${dine.partner} has no member with the e-mail ${dine.memberEmail}.`)
  if (!seat.card) throw new Error(`${dine.memberEmail} has no linked card.`)
  if (!seat.merchant) throw new Error(`There is no restaurant with the id ${dine.merchantId}.`)
  const now = services.clock.now()
  return eventsOf(dine, { card: seat.card, merchant: seat.merchant }, dine.at ?? now).map(({ event, body }) =>
    signed(network, event, JSON.stringify(body), now),
  )
}

/** @throws when a request is not answered 200. */
export async function sendSandboxDine(requests: readonly SignedRequest[]): Promise<void> {
  for (const { url, headers, body } of requests) {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) })
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  }
}

type Seat = { card: NonNullable<SandboxSeat['card']>; merchant: NonNullable<SandboxSeat['merchant']> }

function eventsOf(
  { amountCents, tipCents, noClearing = false, refundCents = 0 }: SandboxDine,
  seat: Seat,
  at: Date,
): { event: FidelEventName; body: object }[] {
  const id = randomUUID()
  const authCode = String(randomInt(100_000, 1_000_000))
  const of = (transactionId: string, cents: number, time: Date, flags: object) => ({
    ...transactionAt(seat, transactionId, cents, time),
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

function transactionAt({ card, merchant }: Seat, id: string, cents: number, at: Date) {
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

function signed(network: SandboxNetwork, event: FidelEventName, body: string, now: Date): SignedRequest {
  const [secret] = webhookSecrets(network.webhookSecret)
  if (!secret) throw new Error('FIDEL_WEBHOOK_SECRET is empty: nothing to sign the events with.')
  const url = `${network.publicUrl}/hooks/fidel/${event}`
  const timestamp = String(now.getTime())
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'x-fidel-timestamp': timestamp,
      'x-fidel-signature': signFidel(secret, { url, timestamp, body }),
    },
  }
}
