import type { Clock } from '@dineward/core/shared/clock.ts'

/** A clock that people who try the product out may set. Nobody is handed one in production. */
export interface MovableClock extends Clock {
  /** Goes on from this moment at the usual pace; null goes back to the machine's time. */
  moveTo(moment: Date | null): void
}

/** The machine's clock, or one that runs at the same pace from another moment (`DEMO_NOW`). */
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
