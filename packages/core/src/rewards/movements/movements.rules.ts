import { isClaimed, nearestPayment } from '../../claims/claimed-charges.rules.ts'
import { asUtc, type LocalTime } from '../../shared/local-date.ts'
import { isSameNetwork } from '../reports/networks.rules.ts'

/** It is an amount that a card network reported, positive for refunds too. */
export interface Movement extends MovementVersion {
  readonly sourceKey: string
  /** A void takes an authorization back before it is cleared. */
  readonly kind: 'authorization' | 'clearing' | 'refund' | 'void'
  readonly transactionId: string
  /** The transaction that a refund takes back, where the network knows it. */
  readonly originalTransactionId: string | null
  readonly authCode: string | null
  readonly amountCents: number
  readonly occurredAt: LocalTime
  readonly linkedCardId: string
  /** The token stays the same after the card was linked again. */
  readonly cardToken: string
  /** It is null where the restaurant is unknown, or takes no part in the program. */
  readonly merchantId: string | null
}

/** It is null where the sender gave no time, or no event is stored. */
export interface MovementVersion {
  readonly reportedAt: Date | null
  readonly cardEventId: number
}

/** Refunds are not part of it: `assignRefunds` assigns them again each time. */
export interface DineMovements {
  readonly dineId: string
  /** Identifies the dine when dines are merged or split. */
  readonly sourceTransactionId: string
  readonly cardToken: string
  readonly merchantId: string | null
  /** There is at least one. */
  readonly charges: readonly Movement[]
}

/** How far apart the clearings of one authorization may be. */
const samePaymentDays = 10

/** A transaction has one authorization, clearing, refund and void, however often they are reported (decision 015). */
export function movementKey({ kind, transactionId }: Pick<Movement, 'kind' | 'transactionId'>): string {
  return `${kind}:${transactionId}`
}

export function isSameMovement(
  a: Pick<Movement, 'kind' | 'transactionId'>,
  b: Pick<Movement, 'kind' | 'transactionId'>,
): boolean {
  return a.kind === b.kind && a.transactionId === b.transactionId
}

/** A version without a time is older than any with one; of equal times the event received later is newer. */
export function isNewerVersion(a: MovementVersion, b: MovementVersion): boolean {
  const timeOf = ({ reportedAt }: MovementVersion) => reportedAt?.getTime() ?? Number.NEGATIVE_INFINITY
  if (timeOf(a) !== timeOf(b)) return timeOf(a) > timeOf(b)
  return a.cardEventId > b.cardEventId
}

/**
 * Charges are grouped by transaction; clearings also with the authorization code, card, restaurant and network of
 * another, within ten days. A claimed charge joins the payment that it is about.
 */
export function groupCharges(charges: readonly Movement[]): Movement[][] {
  const groups = groupReported(charges.filter(charge => !isClaimed(charge)))
  for (const claimed of charges.filter(isClaimed).toSorted(byTime)) {
    const payment = paymentOfClaim(claimed, groups)
    if (payment) payment.push(claimed)
    else groups.push([claimed])
  }
  return groups
}

/** A payment answers one claim; a cleared one first, so that the order of reports does not matter. */
function paymentOfClaim(claimed: Movement, groups: readonly Movement[][]): Movement[] | undefined {
  const { merchantId } = claimed
  const candidates = groups
    .filter(group => merchantId !== null && group[0]!.merchantId === merchantId && !group.some(isClaimed))
    .map(group => ({ group, at: dinedAt({ charges: group }), amountCents: paidCents(group) }))
  const bill = { amountCents: claimed.amountCents, at: claimed.occurredAt }
  const cleared = candidates.filter(({ group }) => clearedCents({ charges: group }) > 0)
  return (nearestPayment(bill, cleared) ?? nearestPayment(bill, candidates))?.group
}

function groupReported(charges: readonly Movement[]): Movement[][] {
  const transactions = [...Map.groupBy(charges.toSorted(byTime), charge => charge.transactionId).values()]
  const isAuthorized = (group: readonly Movement[]) => group.some(({ kind }) => kind === 'authorization')
  const payments = transactions.filter(isAuthorized)
  const groups = new Map(payments.map(payment => [payment, [...payment]]))
  for (const group of transactions) {
    if (isAuthorized(group)) continue
    const payment = payments.filter(candidate => isPartOf(group, candidate)).at(-1)
    if (payment) groups.get(payment)!.push(...group)
    else groups.set(group, [...group])
  }
  return [...groups.values()]
}

export interface Regrouped<D> {
  readonly charges: readonly Movement[]
  /** Claimed charges that the network has cleared since: they count no longer. */
  readonly replaced: readonly Movement[]
  /** It is null when the dine is new. */
  readonly dine: D | null
  /** The dine that had some of a new dine's charges. */
  readonly splitFrom: D | null
}

/** A late authorization may merge two dines (`merged` lost their charges) or split one. */
export function addCharges<D extends DineMovements>(
  dines: readonly D[],
  added: readonly Movement[],
): { dines: Regrouped<D>[]; merged: D[] } {
  const reused = new Set<D>()
  const regrouped = groupCharges([...dines.flatMap(({ charges }) => charges), ...added]).map(group => {
    const holds = (id: string) => group.some(({ transactionId }) => transactionId === id)
    const own = dines.filter(({ sourceTransactionId }) => holds(sourceTransactionId))
    const isReported = (each: D) => !isClaimed({ transactionId: each.sourceTransactionId })
    const dine = own.find(isReported) ?? own[0] ?? null
    if (dine) reused.add(dine)
    const before = dines.find(each => each.charges.some(({ transactionId }) => holds(transactionId))) ?? null
    return { ...withoutReplacedClaims(group), dine, splitFrom: dine ? null : before }
  })
  return { dines: regrouped, merged: dines.filter(dine => !reused.has(dine)) }
}

function withoutReplacedClaims(group: readonly Movement[]) {
  const isCleared = group.some(charge => charge.kind === 'clearing' && !isClaimed(charge))
  return {
    charges: isCleared ? group.filter(charge => !isClaimed(charge)) : group,
    replaced: isCleared ? group.filter(isClaimed) : [],
  }
}

/** It is the time of the earliest charge: a clearing may be dated days later. A claim has a date only. */
export function dinedAt({
  charges,
}: {
  readonly charges: readonly Pick<Movement, 'occurredAt' | 'transactionId'>[]
}): LocalTime {
  const reported = charges.filter(charge => !isClaimed(charge))
  const times = (reported.length > 0 ? reported : charges).map(({ occurredAt }) => occurredAt)
  return times.toSorted()[0] ?? ''
}

function isPartOf(group: readonly Movement[], payment: readonly Movement[]): boolean {
  const [clearing, authorized] = [group[0]!, payment[0]!]
  return (
    clearing.authCode !== null &&
    payment.some(({ authCode }) => authCode === clearing.authCode) &&
    clearing.cardToken === authorized.cardToken &&
    clearing.merchantId === authorized.merchantId &&
    isSameNetwork(clearing, authorized) &&
    daysApart(clearing.occurredAt, authorized.occurredAt) <= samePaymentDays
  )
}

export function clearedCents({ charges }: Pick<DineMovements, 'charges'>): number {
  const cleared = charges.filter(({ kind }) => kind === 'clearing')
  return cleared.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** It is the cleared amount; before that, the authorized one. */
const paidCents = (charges: readonly Movement[]): number =>
  clearedCents({ charges }) || Math.max(...charges.map(({ amountCents }) => amountCents))

/** Ties by transaction, so that the order of reports does not matter. */
export const byTime = (a: Movement, b: Movement): number =>
  compare(a.occurredAt, b.occurredAt) ||
  compare(a.transactionId, b.transactionId) ||
  compare(a.sourceKey, b.sourceKey)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const daysApart = (a: LocalTime, b: LocalTime): number =>
  Math.abs(asUtc(a).getTime() - asUtc(b).getTime()) / 86_400_000
