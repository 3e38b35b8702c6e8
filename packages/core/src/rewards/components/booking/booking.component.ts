import { netCents } from '../../dines/dine.rules.ts'
import type { DecidedDine } from '../../dines/dine-decisions.rules.ts'
import type { Plan } from '../../plan.ts'
import type { PlaceBooks } from '../../snapshot.ts'
import type { Component, ComponentDine } from '../component.ts'
import { type ComponentRule, componentDine, withAmounts } from '../component-rule.ts'
import { honorsBooking, reservationComponents } from './booking.rules.ts'

export const booking: ComponentRule = (_snapshot, places) => {
  const honoring = places.map(({ decided }) => decided.flatMap(honoringDine))
  const components = places.flatMap(({ books, decided }, index) =>
    reservationComponents(books.bookings, [...decided.flatMap(componentDine), ...honoring[index]!]),
  )
  return {
    components,
    stored: places.flatMap(({ books }) => books.components.filter(({ kind }) => kind === 'reservation')),
    otherDines: honoring.flat(),
    bookings: earnedIds => places.flatMap(({ books }) => changedBookings(books, components, earnedIds)),
  }
}

/** Cleared, with no base, it earns what was promised at booking. */
function honoringDine(decided: DecidedDine): ComponentDine[] {
  const { status, reasonCode, clearedCents } = decided.changes
  const isPaid = clearedCents !== null && netCents(decided.changes) > 0
  return status === 'Forfeit' && isPaid && honorsBooking(reasonCode) ? [withAmounts(decided, true)] : []
}

function changedBookings(
  { bookings }: PlaceBooks,
  components: readonly Component[],
  earnedIds: ReadonlySet<string>,
): Plan['bookings'] {
  const earned = new Set(components.flatMap(({ dineId, code }) => (earnedIds.has(dineId) ? [code] : [])))
  return bookings
    .filter(({ id, status }) => (status === 'earned') !== earned.has(id))
    .map(({ id }) => ({ id, status: earned.has(id) ? 'earned' : 'pending' }))
}
