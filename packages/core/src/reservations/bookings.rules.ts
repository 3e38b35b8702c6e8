/*
 * Decisions about a member's own tables.
 */

/** A member keeps at most this many tables ahead: more is a crowd's worth, or a program. */
export const maxUpcomingReservations = 12

/** Whether two tables of a member at one restaurant are too near each other (shell §9: two hours; exactly so is apart). */
export function overlaps(start: Date, other: Date, overlapHours: number): boolean {
  return Math.abs(start.getTime() - other.getTime()) < overlapHours * 3_600_000
}

/** Until when a table can be given back here. */
export function cancelDeadline(startsAt: Date, cancelLeadMinutes: number): Date {
  return new Date(startsAt.getTime() - cancelLeadMinutes * 60_000)
}

/** Those to come first, the soonest at the top; then those that were, the newest at the top. */
export function inReadingOrder<T extends { readonly startsAt: Date; readonly endsAt: Date }>(
  reservations: readonly T[],
  now: Date,
): T[] {
  const isPast = ({ endsAt }: T) => endsAt <= now
  const byStart = (a: T, b: T) => a.startsAt.getTime() - b.startsAt.getTime()
  return [
    ...reservations.filter(one => !isPast(one)).toSorted(byStart),
    ...reservations.filter(isPast).toSorted((a, b) => byStart(b, a)),
  ]
}

/** What an `Idempotency-Key` may be: a UUID, a number, a short text without anything odd. */
export function isIdempotencyKey(key: string): boolean {
  return /^[A-Za-z0-9._:-]{1,100}$/.test(key)
}
