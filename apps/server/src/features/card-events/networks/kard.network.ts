import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Movement } from '@dineward/core/rewards/movements/movements.rules.ts'
import { transactionIdAt } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import * as z from 'zod/mini'
import { equalsAny } from '../../../secrets/constant-time.ts'
import type { DineEvents, Sender, SignedRequest } from '../sandbox/sandbox-events.rules.ts'
import { defineNetwork, type HookCall } from './define-network.rules.ts'
import { currencyCode, instant, maxAmountCents, optionalText, requiredText } from './event-fields.rules.ts'

/** What each status does, and the field that says when. */
const statuses = {
  APPROVED: { kind: 'authorization', date: 'authorizationDate' },
  SETTLED: { kind: 'clearing', date: 'settledDate' },
  REVERSED: { kind: 'void', date: 'transactionDate' },
  RETURNED: { kind: 'refund', date: 'transactionDate' },
  DECLINED: { kind: 'void', date: 'transactionDate' },
} as const satisfies Record<string, { kind: Movement['kind']; date: string }>

export type KardStatus = keyof typeof statuses

/** The card is named by `accountId`, our linked card's id; the restaurant by `storeId`, our id of it, else by its MID. */
const attributesSchema = z
  .looseObject({
    transactionId: requiredText,
    status: z.enum(Object.keys(statuses) as [KardStatus, ...KardStatus[]]),
    amount: z.int().check(z.minimum(0), z.maximum(maxAmountCents)),
    currency: currencyCode,
    direction: z.nullish(z.enum(['DEBIT', 'CREDIT'])),
    authorizationDate: z.nullish(instant),
    settledDate: z.nullish(instant),
    transactionDate: z.nullish(instant),
    originalTransactionId: optionalText,
    authorizationCode: optionalText,
    accountId: optionalText,
    merchant: z.nullish(z.looseObject({ id: optionalText, storeId: optionalText, name: optionalText })),
  })
  .check(({ value, issues }) => {
    const { kind, date } = statuses[value.status]
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message })
    if (!value[date]) refuse(date, `is required of a transaction that is ${value.status}`)
    // A credit must never earn.
    if (value.direction === 'CREDIT' && (kind === 'authorization' || kind === 'clearing'))
      refuse('direction', `must be DEBIT of a transaction that is ${value.status}`)
  })

const schema = z.looseObject({
  data: z.looseObject({
    /** The same when an event is sent again. */
    id: requiredText,
    type: z.literal('transaction'),
    attributes: attributesSchema,
  }),
})
type KardEvent = z.output<typeof schema>

function reported({ data: { attributes } }: KardEvent): ReportedTransaction {
  const { status, transactionId, authorizationDate, merchant } = attributes
  const { kind, date } = statuses[status]
  const changedAt = attributes[date]!
  const original = attributes.originalTransactionId || transactionId
  return {
    kind,
    transactionId: transactionIdAt('kard', transactionId),
    // A return without an id of its own has that of the transaction that it takes back.
    originalTransactionId: kind === 'refund' ? transactionIdAt('kard', original) : null,
    amountCents: attributes.amount,
    currency: attributes.currency.toUpperCase(),
    datetime: kind === 'refund' ? changedAt : (authorizationDate ?? changedAt),
    timezone: null,
    cardId: attributes.accountId ?? null,
    merchantId: merchant?.storeId ?? null,
    mid: merchant?.id ?? null,
    merchantName: merchant?.name || null,
    authCode: attributes.authorizationCode || null,
    order: null,
    updatedAt: new Date(changedAt),
  }
}

/** The signature is `base64(HMAC-SHA256(secret, body))`, of the bytes as sent. */
export const signKard = (secret: string, body: Buffer | string): string =>
  createHmac('sha256', secret).update(body).digest('base64')

function isSigned(secrets: readonly string[], { headers, body }: HookCall): boolean {
  const { 'notify-signature': signature } = headers
  return (
    typeof signature === 'string' &&
    equalsAny(
      signature,
      secrets.map(secret => signKard(secret, body)),
    )
  )
}

/** A payment keeps its transaction id; a return has its own, and names the payment's. */
function sandbox(sender: Sender, dine: DineEvents): SignedRequest[] {
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

export const kard = defineNetwork({
  hook: {
    path: '/hooks/kard',
    summary: 'Signed transaction events of a card network with the vocabulary of Kard.',
    events: null,
  },
  schema,
  event: ({ data }) => data.attributes.status,
  dedupeKey: ({ data }) => `event:${data.id}`,
  hasEventIds: true,
  reported,
  isSigned,
  sandbox,
})
