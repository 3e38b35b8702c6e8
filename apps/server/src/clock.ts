import type { Clock } from '@dineward/core/shared/clock.ts'

/** A clock that testers may set; production has none. */
export interface MovableClock extends Clock {
  /** Continue from this moment at the usual pace; null returns to the machine's time. */
  moveTo(moment: Date | null): void
}

export function createClock(startAt: Date | null): MovableClock {
  const shiftTo = (moment: Date | null) => (moment ? moment.getTime() - Date.now() : 0)
  let shift = shiftTo(startAt)
  return {
    now: () => new Date(Date.now() + shift),
    moveTo(moment) {
      shift = shiftTo(moment)
    },
  }
}
