import { overlaps } from '@dineward/core/reservations/bookings.rules.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'

/** Own tables that are too close to book another one (shell §9: two hours). */
export const tablesNear = (
  slot: Pick<Slot, 'startsAt'>,
  ownTables: readonly string[],
  overlapHours: number,
): string[] => ownTables.filter(own => overlaps(new Date(slot.startsAt), new Date(own), overlapHours))
