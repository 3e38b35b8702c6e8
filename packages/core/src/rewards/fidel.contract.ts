import * as z from 'zod/mini'
import { parseCents } from '../shared/money.ts'

/** One address per event; the body does not name the event. */
export const fidelEvents = ['transaction.auth', 'transaction.clearing', 'transaction.refund'] as const
export type FidelEventName = (typeof fidelEvents)[number]

export const isFidelEvent = (name: string): name is FidelEventName =>
  fidelEvents.some(event => event === name)

/** Refuse amounts larger than any restaurant bill. */
const maxAmountCents = 1_000_000_000

/** PostgreSQL cannot store a NUL. */
const text = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u, 'must not hold control characters'))
const optionalText = z.nullish(text)
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

const dineTime = z
  .string()
  .check(
    z.regex(
      /^20\d\d-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/,
      'must be a time such as 2026-03-10T19:30:00',
    ),
    z.refine(isRealTime, 'is not a time that exists'),
  )

export const fidelTransactionSchema = z.looseObject({
  id: text.check(z.minLength(1)),
  amount,
  currency: z.string().check(z.regex(/^[A-Za-z]{3}$/, 'must be a currency code of three letters')),
  /** The restaurant's local time, without an offset; with one it is an instant. */
  datetime: dineTime,
  auth: z.nullish(z.boolean()),
  cleared: z.nullish(z.boolean()),
  authCode: optionalText,
  created: optionalText,
  updated: optionalText,
  originalTransactionId: optionalText,
  card: z.nullish(z.looseObject({ id: optionalText, metadata })),
  brand: z.nullish(z.looseObject({ name: optionalText })),
  location: z.nullish(z.looseObject({ id: optionalText, timezone: optionalText, metadata })),
  identifiers: z.nullish(z.looseObject({ MID: optionalText })),
})
export type FidelTransaction = z.output<typeof fidelTransactionSchema>

/** The provider gives events no id. */
export function fidelDedupeKey(event: FidelEventName, transaction: FidelTransaction): string {
  const { id, auth, cleared, amount: amountCents, updated } = transaction
  return JSON.stringify([event, id, auth ?? null, cleared ?? null, amountCents, updated ?? null])
}

function isRealTime(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day!))
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && !Number.isNaN(Date.parse(text))
}
