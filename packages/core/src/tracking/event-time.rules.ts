import { days, minutes } from '../shared/clock.ts'

/** Kept this long, then deleted (docs/tracking.md). */
export const keptForDays = 400

/**
 * When an event happened. A browser's clock is believed as long as it could be right: events are sent within seconds,
 * and one that claims another day tells of a wrong clock. Then it happened when it came.
 */
export function happenedAt(dateTime: string, receivedAt: Date): Date {
  const claimed = new Date(dateTime)
  const ahead = claimed.getTime() - receivedAt.getTime()
  return ahead >= -days(1) && ahead <= minutes(5) ? claimed : receivedAt
}

export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - days(keptForDays))
}
