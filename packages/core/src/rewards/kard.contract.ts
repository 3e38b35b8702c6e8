import * as z from 'zod/mini'
import { lookUp } from '../shared/look-up.ts'
import { currencyCode, instant, maxAmountCents, optionalText, requiredText } from './event-fields.contract.ts'
import type { Movement } from './movements.rules.ts'
import { kardTransactionId } from './networks.rules.ts'
import type { ReportedTransaction } from './reported-transaction.ts'

/** What each status does, and the field that says when. */
const statuses = {
  APPROVED: { kind: 'authorization', date: 'authorizationDate' },
  SETTLED: { kind: 'clearing', date: 'settledDate' },
  REVERSED: { kind: 'void', date: 'transactionDate' },
  RETURNED: { kind: 'refund', date: 'transactionDate' },
  DECLINED: { kind: 'void', date: 'transactionDate' },
} as const satisfies Record<string, { kind: Movement['kind']; date: string }>

export type KardStatus = keyof typeof statuses

export const kardKind = (status: string): Movement['kind'] | null => lookUp(statuses, status)?.kind ?? null

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

export const kardEventSchema = z.looseObject({
  data: z.looseObject({
    /** The same when an event is sent again. */
    id: requiredText,
    type: z.literal('transaction'),
    attributes: attributesSchema,
  }),
})
export type KardEvent = z.output<typeof kardEventSchema>

export function reportedByKard({ data: { attributes } }: KardEvent): ReportedTransaction {
  const { status, transactionId, authorizationDate, merchant } = attributes
  const { kind, date } = statuses[status]
  const changedAt = attributes[date]!
  const original = attributes.originalTransactionId || transactionId
  return {
    kind,
    transactionId: kardTransactionId(transactionId),
    // A return without an id of its own has that of the transaction that it takes back.
    originalTransactionId: kind === 'refund' ? kardTransactionId(original) : null,
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

export const kardDedupeKey = ({ data: { id } }: KardEvent): string => `event:${id}`
