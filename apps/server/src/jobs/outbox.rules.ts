const minute = 60_000

/** Attempts before a message is given up. */
const maxAttempts = 8

/** A message is taken out of its outbox for so long: longer than a delivery may take. */
export const deliveryMs = 5 * minute

/** The next attempt is after 1, 2, 4 … minutes; null says that the message is given up. */
export function nextAttemptAt(now: Date, attempts: number): Date | null {
  return attempts >= maxAttempts ? null : new Date(now.getTime() + 2 ** (attempts - 1) * minute)
}
