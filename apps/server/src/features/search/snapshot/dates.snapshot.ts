import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { isOpenAt, minuteOf } from '@dineward/core/merchants/opening-hours.rules.ts'
import { localDateAt, localTimeAt, weekdayOf, weekdays } from '@dineward/core/shared/local-date.ts'
import { isListedFlag, isNewFlag } from '../search-flags.rules.ts'
import { removed, type Segment } from './segment.snapshot.ts'

const dayMs = 86_400_000
const minutesOfDay = 1_440

export const dayAt = (timezone: string, now: Date): number => Date.parse(localDateAt(timezone, now)) / dayMs
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** `today` is the day number in each of the segment's time zones. */
export function applyDates({ flags, joinedOn, leftOn, timezone, size }: Segment, today: Int32Array): void {
  for (let row = 0; row < size; row++) {
    const day = today[timezone[row]!]!
    const joined = joinedOn[row]!
    let bits = flags[row]! & ~(isListedFlag | isNewFlag)
    if (leftOn[row]! > day) bits |= isListedFlag
    if (joined <= day && day - joined <= newForDays) bits |= isNewFlag
    flags[row] = bits
  }
}

export function applyMinute({ lists, isOpen }: Segment, now: Date): void {
  const minutes = lists.timezones.map(timezone => {
    const local = localTimeAt(timezone, now)
    return weekdays.indexOf(weekdayOf(local.slice(0, 10))) * minutesOfDay + minuteOf(local.slice(11, 16))
  })
  for (const [at, { timezone, openings }] of lists.hours.entries())
    isOpen[at] = isOpenAt(openings, minutes[timezone]!) ? 1 : 0
}

/** @returns false where it was removed before. */
export function removeRow({ flags, leftOn }: Segment, row: number): boolean {
  if (leftOn[row] === removed) return false
  leftOn[row] = removed
  flags[row]! &= ~isListedFlag
  return true
}
