import type { LocalTime } from './dine-time.rules.ts'

/** One amount that the network told us about, once, however often it was told. Amounts are positive. */
export interface Movement {
  readonly sourceKey: string
  readonly kind: 'authorisation' | 'clearing' | 'refund'
  readonly transactionId: string
  /** Of a refund: the transaction it takes back, where the network knows it. */
  readonly originalTransactionId: string | null
  readonly authCode: string | null
  readonly amountCents: number
  readonly occurredAt: LocalTime
  readonly linkedCardId: string
  /** Null where the restaurant is unknown, or takes no part in the programme. */
  readonly merchantId: string | null
}

/** A dine as its movements make it. Refunds are handed out anew each time: see `placeRefunds`. */
export interface DineMovements {
  readonly dineId: string
  readonly linkedCardId: string
  readonly merchantId: string | null
  /** Authorisations and clearings, at least one. */
  readonly charges: readonly Movement[]
}

/** How far apart the clearings of one authorisation may be. */
const samePaymentDays = 10

/**
 * What an event moves: refunds are told by their sign as well as by their name, and a refund arrives twice, as a
 * clearing and as a refund.
 */
export function movementKind(event: string, amountCents: number): Movement['kind'] {
  if (amountCents < 0 || event === 'transaction.refund') return 'refund'
  return event === 'transaction.auth' ? 'authorisation' : 'clearing'
}

/**
 * What makes two tellings one movement. `occurrence` counts equal amounts of the transaction within one event name of
 * one sender, so the clearing and the refund event of one refund share a key, and so do a webhook and the line of a
 * reconciliation file, while two equal partial clearings do not.
 */
export function movementKey(
  movement: Pick<Movement, 'kind' | 'transactionId' | 'amountCents'>,
  occurrence: number,
): string {
  return `${movement.kind}:${movement.transactionId}:${movement.amountCents}:${occurrence}`
}

/**
 * The dine that an authorisation or a clearing belongs to, or null when it begins one: the same transaction, else a
 * further clearing (or the late authorisation) of the same payment, told by its code, at the same card and restaurant
 * within ten days.
 */
export function dineOfCharge(dines: readonly DineMovements[], charge: Movement): DineMovements | null {
  const own = dines.filter(dine => dine.linkedCardId === charge.linkedCardId)
  const same = own.find(dine =>
    dine.charges.some(({ transactionId }) => transactionId === charge.transactionId),
  )
  if (same) return same
  if (!charge.authCode) return null
  const samePayment = own.filter(
    dine =>
      dine.merchantId === charge.merchantId &&
      dine.charges.some(({ authCode }) => authCode === charge.authCode) &&
      daysApart(dinedAt(dine), charge.occurredAt) <= samePaymentDays &&
      (charge.kind === 'clearing' || !dine.charges.some(({ kind }) => kind === 'authorisation')),
  )
  return samePayment.sort(newestFirst)[0] ?? null
}

/**
 * Hands every refund of a card to the dine it takes back; null leaves it parked, for its clearing may come later.
 * Decided from all of them at once, so the order in which the network told us does not matter: those that name their
 * transaction first, the others in the order they happened, each to the newest dine at the same restaurant whose net
 * amount still covers it. One that names a transaction we have not seen waits for that one.
 */
export function placeRefunds(
  dines: readonly DineMovements[],
  refunds: readonly Movement[],
): Map<string, string | null> {
  const placed = new Map<string, string | null>()
  const left = new Map(dines.map(dine => [dine.dineId, clearedCents(dine)]))
  const take = (refund: Movement, dine: DineMovements | undefined) => {
    placed.set(refund.sourceKey, dine?.dineId ?? null)
    if (dine) left.set(dine.dineId, Math.max(0, left.get(dine.dineId)! - refund.amountCents))
  }
  for (const refund of refunds) {
    const named = dineNamedBy(refund, dines)
    if (named) take(refund, named)
  }
  const newest = dines.toSorted(newestFirst)
  for (const refund of refunds.toSorted(byTime)) {
    if (placed.has(refund.sourceKey)) continue
    const covers = (dine: DineMovements) =>
      dine.linkedCardId === refund.linkedCardId &&
      dine.merchantId !== null &&
      dine.merchantId === refund.merchantId &&
      dinedAt(dine) <= refund.occurredAt &&
      left.get(dine.dineId)! >= refund.amountCents
    take(refund, refund.originalTransactionId ? undefined : newest.find(covers))
  }
  return placed
}

/** When a dine took place: its earliest charge, for a clearing may be dated days later. */
export function dinedAt(dine: Pick<DineMovements, 'charges'>): LocalTime {
  return earliest(dine.charges.map(({ occurredAt }) => occurredAt))
}

function dineNamedBy(refund: Movement, dines: readonly DineMovements[]): DineMovements | undefined {
  const dineOf = (transaction: string | null) =>
    dines.find(
      dine =>
        dine.linkedCardId === refund.linkedCardId &&
        dine.charges.some(({ transactionId }) => transactionId === transaction),
    )
  return dineOf(refund.originalTransactionId) ?? dineOf(refund.transactionId)
}

function clearedCents(dine: DineMovements): number {
  const cleared = dine.charges.filter(({ kind }) => kind === 'clearing')
  return cleared.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

function newestFirst(a: DineMovements, b: DineMovements): number {
  return compare(dinedAt(b), dinedAt(a)) || compare(firstTransaction(b), firstTransaction(a))
}

const firstTransaction = (dine: DineMovements): string =>
  earliest(dine.charges.map(({ transactionId }) => transactionId))

const earliest = (texts: readonly string[]): string => texts.toSorted()[0] ?? ''

const byTime = (a: Movement, b: Movement): number =>
  compare(a.occurredAt, b.occurredAt) || compare(a.sourceKey, b.sourceKey)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const daysApart = (a: LocalTime, b: LocalTime): number =>
  Math.abs(Date.parse(`${a}Z`) - Date.parse(`${b}Z`)) / 86_400_000
