import { underReview } from '../rewards/holds/stored-hold.rules.ts'
import { reasonCodes } from '../rewards/reason-codes.ts'
import type { DineStatus } from './dine-statuses.ts'

/** What is stored about a dine. Times are ISO texts, amounts cents, units of the partner. */
export interface DineRecord {
  /** As it is now. */
  readonly status: DineStatus
  readonly reasonCode: string | null
  readonly units: number
  readonly ticketCents: number
  readonly seenAt: string
  readonly updatedAt: string
  readonly paidAt: string | null
  readonly authorizedCents: number | null
  readonly movements: readonly DineMovement[]
  /** They include those of the base and of every component. */
  readonly postings: readonly DinePosting[]
  readonly accruals: readonly DineAccrual[]
  /** It is null where no person had to look at it. */
  readonly review: DineReview | null
}

export interface DineReview {
  readonly openedAt: string
  readonly dueAt: string
  readonly decidedAt: string | null
  /** Why a person refused the reward. */
  readonly reason: string | null
}

export interface DineMovement {
  readonly at: string
  readonly kind: 'clearing' | 'refund'
  readonly cents: number
}

export interface DinePosting {
  readonly at: string
  readonly units: number
  readonly reasonCode: string
}

/** A posting that was told to the partner. */
export interface DineAccrual {
  readonly sentAt: string | null
  readonly rejectedAt: string | null
  readonly reasonCode: string | null
}

export interface HistoryEntry {
  readonly at: string
  readonly status: DineStatus
  /** The units were posted by then; the newest entry has what the dine has now, an estimate while it is pending. */
  readonly units: number
  readonly ticketCents: number
  readonly reasonCode: string | null
}

/** The oldest comes first. The newest entry is the dine as it is now. */
export function dineHistory(dine: DineRecord): HistoryEntry[] {
  const times = [
    dine.seenAt,
    ...dine.movements.map(({ at }) => at),
    ...dine.postings.map(({ at }) => at),
    ...dine.accruals.flatMap(({ sentAt, rejectedAt }) => [sentAt, rejectedAt]),
    dine.paidAt,
  ].flatMap(at => (at === null ? [] : [Date.parse(at)]))
  const instants = [...new Set(times)].sort((a, b) => a - b)
  const entries = instants.map(instant => entryAt(dine, instant)).filter(isNews)
  return withPresent(dine, entries)
}

function entryAt(dine: DineRecord, instant: number): HistoryEntry {
  const isPast = (at: string | null): boolean => at !== null && Date.parse(at) <= instant
  const sum = (kind: DineMovement['kind']) =>
    dine.movements
      .filter(movement => movement.kind === kind && isPast(movement.at))
      .reduce((total, { cents }) => total + cents, 0)
  const isCleared = dine.movements.some(({ kind, at }) => kind === 'clearing' && isPast(at))
  const charged = isCleared ? sum('clearing') : (dine.authorizedCents ?? 0)
  const posted = dine.postings.filter(({ at }) => isPast(at))
  const units = posted.reduce((total, posting) => total + posting.units, 0)
  const { review } = dine
  const isReviewed = review !== null && isPast(review.openedAt) && !isPast(review.decidedAt)
  return {
    at: new Date(instant).toISOString(),
    status: isReviewed
      ? 'Pending'
      : statusAt({ isCleared, units, isPaid: isPast(dine.paidAt), isSent: isSentBy(dine, isPast) }),
    units,
    ticketCents: Math.max(0, charged - sum('refund')),
    reasonCode: reasonAt(dine, instant) ?? (isReviewed ? underReview : null),
  }
}

function statusAt(then: { isCleared: boolean; units: number; isPaid: boolean; isSent: boolean }): DineStatus {
  if (!then.isCleared) return 'Pending'
  if (then.units <= 0) return 'Forfeit'
  if (then.isPaid) return 'Paid'
  return then.isSent ? 'Deferred' : 'Awarded'
}

const isSentBy = ({ accruals }: DineRecord, isPast: (at: string | null) => boolean): boolean =>
  accruals.some(({ sentAt }) => isPast(sentAt))

/** The reason is that of what happened at that time: postings also have reasons that are none to members. */
function reasonAt({ postings, accruals }: DineRecord, instant: number): string | null {
  const isThen = (at: string | null): boolean => at !== null && Date.parse(at) === instant
  const codes = [
    ...accruals.filter(({ rejectedAt }) => isThen(rejectedAt)),
    ...postings.filter(({ at }) => isThen(at)),
  ].map(({ reasonCode }) => reasonCode)
  return codes.find(code => reasonCodes.some(known => known === code)) ?? null
}

/** A second accrual of a dine that waits, or is paid, changes nothing for the member. */
function isNews(entry: HistoryEntry, index: number, entries: readonly HistoryEntry[]): boolean {
  const before = entries[index - 1]
  return (
    !before ||
    before.status !== entry.status ||
    before.units !== entry.units ||
    before.ticketCents !== entry.ticketCents ||
    entry.reasonCode !== null
  )
}

/** An authorization that expired, and a status without a time of its own, come from the dine. */
function withPresent(dine: DineRecord, entries: HistoryEntry[]): HistoryEntry[] {
  const { status, units, ticketCents, reasonCode } = dine
  const newest = entries.at(-1)!
  const expired = reasonCode === 'authorization_expired' && newest.status === 'Pending'
  const present = { at: newest.at, status, units, ticketCents, reasonCode }
  if (expired) return [...entries, { ...present, at: new Date(dine.updatedAt).toISOString() }]
  return [...entries.slice(0, -1), present]
}
