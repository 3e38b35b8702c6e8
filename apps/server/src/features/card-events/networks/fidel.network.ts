import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import { centsToDollars, parseCents } from '@dineward/core/shared/money.ts'
import * as z from 'zod/mini'
import { equalsAny } from '../../../secrets/constant-time.ts'
import type { DineEvents, Sender, SignedRequest } from '../sandbox/sandbox-events.rules.ts'
import { defineNetwork, type HookCall } from './define-network.rules.ts'
import { currencyCode, dineTime, maxAmountCents, optionalText, requiredText } from './event-fields.rules.ts'

const events = ['transaction.auth', 'transaction.clearing', 'transaction.refund'] as const
type EventName = (typeof events)[number]

const metadata = z.nullish(z.looseObject({ id: optionalText }))

/** Major units become integer cents by way of decimal text: 42.5 is 4250; 42.505 and 0.1 + 0.2 are refused. */
const amount = z.pipe(
  z.number(),
  z.transform((value, ctx) => {
    const cents = parseCents(String(value))
    if (cents !== null && Math.abs(cents) <= maxAmountCents) return cents
    ctx.issues.push({
      code: 'custom',
      input: value,
      message: 'must be an amount of money with at most two decimals',
    })
    return z.NEVER
  }),
)

const transactionFields = z.looseObject({
  id: requiredText,
  amount,
  currency: currencyCode,
  datetime: dineTime,
  auth: z.nullish(z.boolean()),
  cleared: z.nullish(z.boolean()),
  authCode: optionalText,
  order: z.nullish(z.looseObject({ type: z.enum(['online', 'delivery']), subtotal: z.nullish(amount) })),
  created: optionalText,
  updated: optionalText,
  originalTransactionId: optionalText,
  card: z.nullish(z.looseObject({ id: optionalText, metadata })),
  brand: z.nullish(z.looseObject({ name: optionalText })),
  location: z.nullish(z.looseObject({ id: optionalText, timezone: optionalText, metadata })),
  identifiers: z.nullish(z.looseObject({ MID: optionalText })),
})

const schema = transactionFields.check(({ value, issues }) => {
  const { amount: cents, order } = value
  if (cents < 0 || (order?.subtotal ?? 0) >= 0) return
  const message = 'must not be negative where the amount is not'
  issues.push({ code: 'custom', input: value, path: ['order', 'subtotal'], message })
})
type FidelTransaction = z.output<typeof schema>

/** Events have no id. */
function dedupeKey({ id, auth, cleared, amount: cents, updated }: FidelTransaction, event: string): string {
  return JSON.stringify([event, id, auth ?? null, cleared ?? null, cents, updated ?? null])
}

function reported(transaction: FidelTransaction, event: string): ReportedTransaction {
  const { amount: cents, card, location, order, updated } = transaction
  return {
    kind: kindOf(event, cents),
    transactionId: transaction.id,
    originalTransactionId: transaction.originalTransactionId ?? null,
    amountCents: Math.abs(cents),
    currency: transaction.currency.toUpperCase(),
    datetime: transaction.datetime,
    timezone: location?.timezone ?? null,
    cardId: card?.metadata?.id ?? null,
    merchantId: location?.metadata?.id ?? null,
    mid: transaction.identifiers?.MID ?? null,
    merchantName: transaction.brand?.name || null,
    authCode: transaction.authCode || null,
    order: order ? { kind: order.type, subtotalCents: order.subtotal ?? null } : null,
    updatedAt: timeOf(updated),
  }
}

/** A refund arrives twice: as a clearing with a negative amount, and as a refund event. */
function kindOf(event: string, cents: number): ReportedTransaction['kind'] {
  if (cents < 0 || event === 'transaction.refund') return 'refund'
  return event === 'transaction.auth' ? 'authorization' : 'clearing'
}

function timeOf(updated: string | null | undefined): Date | null {
  const time = /^20\d\d-\d\d-\d\dT/.test(updated ?? '') ? Date.parse(updated!) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time)
}

/** The timestamp's largest distance from the clock. */
const freshForMs = 5 * 60_000

interface SignedCall {
  readonly url: string
  /** The time is in milliseconds, as decimal text. */
  readonly timestamp: string
  /** These are the bytes as sent. */
  readonly body: Buffer | string
}

/**
 * The signature is `base64(HMAC-SHA256(secret, base64(HMAC-SHA256(secret, body + url + timestamp))))`: the second pass
 * is over the text.
 */
export function signFidel(secret: string, { url, timestamp, body }: SignedCall): string {
  const inner = createHmac('sha256', secret).update(body).update(url).update(timestamp).digest('base64')
  return createHmac('sha256', secret).update(inner).digest('base64')
}

function isSigned(secrets: readonly string[], { urls, headers, body, now }: HookCall): boolean {
  const { 'x-fidel-timestamp': timestamp, 'x-fidel-signature': signature } = headers
  if (typeof timestamp !== 'string' || !/^\d{1,16}$/.test(timestamp) || typeof signature !== 'string')
    return false
  if (!now.some(time => Math.abs(time.getTime() - Number(timestamp)) <= freshForMs)) return false
  const expected = secrets.flatMap(secret => urls.map(url => signFidel(secret, { url, timestamp, body })))
  return equalsAny(signature, expected)
}

/** A refund is two events. */
function sandbox(sender: Sender, dine: DineEvents): SignedRequest[] {
  return eventsOf(dine).map(({ event, body }) => signed(sender, event, JSON.stringify(body)))
}

function eventsOf(dine: DineEvents): { event: EventName; body: object }[] {
  const { amountCents, tipCents, at, noClearing = false, refundCents = 0 } = dine
  const id = randomUUID()
  const authCode = String(randomInt(100_000, 1_000_000))
  const of = (transactionId: string, cents: number, time: Date, flags: object) => ({
    ...transactionAt(dine, transactionId, cents, time),
    authCode,
    ...flags,
  })
  const total = amountCents + tipCents
  const events: { event: EventName; body: object }[] = [
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

function signed({ publicUrl, secret, now }: Sender, event: EventName, body: string): SignedRequest {
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

/** Each event has its address, since the body does not name the event. Files and claims are in its shape as well. */
export const fidel = defineNetwork({
  hook: {
    path: '/hooks/fidel/:event',
    summary: 'Signed transaction events of the card network.',
    events,
  },
  schema,
  event: (_body, named) => named,
  dedupeKey,
  hasEventIds: false,
  reported,
  isSigned,
  sandbox,
})
