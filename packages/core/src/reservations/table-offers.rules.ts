import { type RestaurantTable, slotTimesOf, type TableSlot } from './tables.rules.ts'

/** A freed table is held that long for the member who is told of it. */
export const offerMinutes = 10

/** Members hear of tables that free within these minutes of the time that they asked for. */
export const alertAroundMinutes = 60

/** More alerts of one member suggest a script. */
export const maxTableAlerts = 10

export interface WaitingParty {
  readonly alertId: string
  readonly partySize: number
  readonly seatingMinutes: number
  /** They are the times that the party would take, the best first. */
  readonly starts: readonly Date[]
  /** The party was told of these tables before. */
  readonly offeredTables: readonly number[]
}

export interface TableOffer {
  readonly alertId: string
  readonly tableNo: number
  readonly startsAt: Date
  readonly endsAt: Date
}

/**
 * Each party, in the order of asking, is offered the smallest table that is free at one of its times, and none that it
 * was told of before.
 */
export function decideOffers(
  parties: readonly WaitingParty[],
  tables: readonly RestaurantTable[],
  taken: readonly TableSlot[],
): TableOffer[] {
  const bySize = tables.toSorted((a, b) => a.seats - b.seats || a.tableNo - b.tableNo)
  const busy = new Set(taken.map(({ tableNo, slotAt }) => keyOf(tableNo, slotAt)))
  const full = new Set<string>()
  return parties.flatMap(party => {
    const offer = offerFor(party, bySize, busy, full)
    for (const slotAt of offer ? slotTimesOf(offer) : []) busy.add(keyOf(offer!.tableNo, slotAt))
    return offer ? [offer] : []
  })
}

/** `full` remembers what was free for no party, so that a long queue is read once. */
function offerFor(
  { alertId, partySize, seatingMinutes, starts, offeredTables }: WaitingParty,
  bySize: readonly RestaurantTable[],
  busy: ReadonlySet<string>,
  full: Set<string>,
): TableOffer | null {
  for (const startsAt of starts) {
    const key = `${startsAt.getTime()} ${seatingMinutes} ${partySize}`
    if (full.has(key)) continue
    const endsAt = new Date(startsAt.getTime() + seatingMinutes * 60_000)
    const quarters = slotTimesOf({ startsAt, endsAt })
    const free = bySize.filter(
      ({ seats, tableNo }) => seats >= partySize && quarters.every(at => !busy.has(keyOf(tableNo, at))),
    )
    if (free.length === 0) full.add(key)
    const table = free.find(({ tableNo }) => !offeredTables.includes(tableNo))
    if (table) return { alertId, tableNo: table.tableNo, startsAt, endsAt }
  }
  return null
}

const keyOf = (tableNo: number, slotAt: Date): string => `${tableNo} ${slotAt.getTime()}`

/** Parties ahead leave one after the other, and each seating frees the tables that are large enough. */
export function estimateMinutes(ahead: number, tables: number, seatingMinutes: number): number | null {
  if (tables === 0) return null
  return Math.ceil(((ahead + 1) * seatingMinutes) / (tables + 1) / 5) * 5
}
