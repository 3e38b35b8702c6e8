import { minuteOf } from '@dineward/core/merchants/opening-hours.rules.ts'
import { alertAroundMinutes } from '@dineward/core/reservations/table-offers.rules.ts'
import { clockOf } from '../times/table-choice.ts'

/** An hour before and after the time that was asked for, within the day. */
export function alertWindow(time: string): { readonly from: string; readonly to: string } {
  const asked = minuteOf(time)
  return {
    from: clockOf(Math.max(0, asked - alertAroundMinutes)),
    to: clockOf(Math.min(24 * 60 - 1, asked + alertAroundMinutes)),
  }
}
