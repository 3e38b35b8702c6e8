import { days, minutes } from '../shared/clock.ts'

/** A browser's time counts if it can be right: another day means a wrong clock, and the time of receipt counts. */
export function happenedAt(dateTime: string, receivedAt: Date): Date {
  const claimed = new Date(dateTime)
  const ahead = claimed.getTime() - receivedAt.getTime()
  return ahead >= -days(1) && ahead <= minutes(5) ? claimed : receivedAt
}
