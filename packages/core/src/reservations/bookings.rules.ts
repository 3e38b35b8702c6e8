/** More of them suggest a script. */
export const maxUpcomingReservations = 12

/** Whether two reservations at one restaurant are too close (shell §9: less than two hours apart). */
export function overlaps(start: Date, other: Date, overlapHours: number): boolean {
  return Math.abs(start.getTime() - other.getTime()) < overlapHours * 3_600_000
}

export function cancelDeadline(startsAt: Date, cancelLeadMinutes: number): Date {
  return new Date(startsAt.getTime() - cancelLeadMinutes * 60_000)
}

/** Upcoming ones by start, then past ones, newest first. */
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

/** A key is a UUID, a number, or another short ASCII text. */
export function isIdempotencyKey(key: string): boolean {
  return /^[A-Za-z0-9._:-]{1,100}$/.test(key)
}
