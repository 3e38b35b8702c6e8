import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { isNew, isThere } from '../search-flags.rules.ts'
import { never, type Segment, taken } from './segment.snapshot.ts'

/**
 * Sets the facts that depend on the day: who is there, and who is new. `today` is the number of the day in each of the
 * segment's time zones. Milliseconds for a million rows, and needed only when somewhere a day begins.
 */
export function applyDays({ facts, joinedOn, leftOn, timezone, size }: Segment, today: Int32Array): void {
  for (let row = 0; row < size; row++) {
    const day = today[timezone[row]!]!
    const joined = joinedOn[row]!
    let bits = facts[row]! & ~(isThere | isNew)
    if (leftOn[row]! > day) bits |= isThere
    if (joined <= day && day - joined <= newForDays) bits |= isNew
    facts[row] = bits
  }
}

/** Takes a row out: a newer one stands in another segment, or the restaurant is gone. */
export function takeOut({ facts, leftOn }: Segment, row: number): void {
  leftOn[row] = taken
  facts[row]! &= ~isThere
}

export const leftDay = ({ leftOn }: Segment, row: number): number | null =>
  leftOn[row] === never ? null : leftOn[row]!
