export interface RestaurantTable {
  readonly tableNo: number
  readonly seats: number
}

/** The table is taken for the quarter of an hour from `slotAt`. */
export interface TableSlot {
  readonly tableNo: number
  readonly slotAt: Date
}

export interface Seating {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly partySize: number
}

const quarter = 15 * 60_000

export function slotTimesOf({ startsAt, endsAt }: Pick<Seating, 'startsAt' | 'endsAt'>): Date[] {
  const first = Math.floor(startsAt.getTime() / quarter)
  const count = Math.ceil(endsAt.getTime() / quarter) - first
  return Array.from({ length: count }, (_, i) => new Date((first + i) * quarter))
}

/** Of equal tables it takes the one with the lowest number. */
export function smallestFreeTable(
  tables: readonly RestaurantTable[],
  taken: readonly TableSlot[],
  seating: Seating,
): RestaurantTable | null {
  const wanted = new Set(slotTimesOf(seating).map(Number))
  const busy = new Set(
    taken.filter(({ slotAt }) => wanted.has(slotAt.getTime())).map(({ tableNo }) => tableNo),
  )
  const [first] = tables
    .filter(({ tableNo, seats }) => seats >= seating.partySize && !busy.has(tableNo))
    .toSorted((a, b) => a.seats - b.seats || a.tableNo - b.tableNo)
  return first ?? null
}
