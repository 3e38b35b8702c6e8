import * as z from 'zod/mini'
import { parseCents } from '../shared/money.ts'
import {
  currencyCode,
  dineTime,
  maxAmountCents,
  optionalText,
  requiredText,
} from './event-fields.contract.ts'
import type { ReportedTransaction } from './reported-transaction.ts'

/** One address per event; the body does not name the event. */
export const fidelEvents = ['transaction.auth', 'transaction.clearing', 'transaction.refund'] as const
export type FidelEventName = (typeof fidelEvents)[number]

export const isFidelEvent = (name: string): name is FidelEventName =>
  fidelEvents.some(event => event === name)

const metadata = z.nullish(z.looseObject({ id: optionalText }))

/** Major units to integer cents by way of decimal text: 42.5 is 4250; 42.505 and 0.1 + 0.2 are refused. */
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

export const fidelTransactionSchema = transactionFields.check(({ value, issues }) => {
  const { amount: cents, order } = value
  if (cents < 0 || (order?.subtotal ?? 0) >= 0) return
  const message = 'must not be negative where the amount is not'
  issues.push({ code: 'custom', input: value, path: ['order', 'subtotal'], message })
})
export type FidelTransaction = z.output<typeof fidelTransactionSchema>

/** The provider gives events no id. */
export function fidelDedupeKey(event: FidelEventName, transaction: FidelTransaction): string {
  const { id, auth, cleared, amount: amountCents, updated } = transaction
  return JSON.stringify([event, id, auth ?? null, cleared ?? null, amountCents, updated ?? null])
}

export function reportedByFidel(event: string, transaction: FidelTransaction): ReportedTransaction {
  const { amount: cents, card, location, order, updated } = transaction
  return {
    kind: fidelKind(event, cents),
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
export function fidelKind(event: string, cents: number): ReportedTransaction['kind'] {
  if (cents < 0 || event === 'transaction.refund') return 'refund'
  return event === 'transaction.auth' ? 'authorization' : 'clearing'
}

function timeOf(updated: string | null | undefined): Date | null {
  const time = /^20\d\d-\d\d-\d\dT/.test(updated ?? '') ? Date.parse(updated!) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time)
}
