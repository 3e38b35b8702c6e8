import type { Clock } from '@dineward/core/shared/clock.ts'

/** The machine's clock, or one that runs at the same pace from another moment (`DEMO_NOW`). */
export function createClock(startAt: Date | null): Clock {
  const shift = startAt ? startAt.getTime() - Date.now() : 0
  return { now: () => new Date(Date.now() + shift) }
}
