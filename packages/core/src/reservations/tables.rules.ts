export interface RestaurantTable {
  readonly tableNo: number
  readonly seats: number
}

/** That a table is taken for the quarter of an hour that begins then. */
export interface TakenQuarter {
  readonly tableNo: number
  readonly quarterAt: Date
}

export interface Seating {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly partySize: number
}

const quarter = 15 * 60_000

/** The quarters of an hour that a seating takes, in order: its table is taken in each, and by nobody else. */
export function quartersOf({ startsAt, endsAt }: Pick<Seating, 'startsAt' | 'endsAt'>): Date[] {
  const first = Math.floor(startsAt.getTime() / quarter)
  const count = Math.ceil(endsAt.getTime() / quarter) - first
  return Array.from({ length: count }, (_, i) => new Date((first + i) * quarter))
}

/** The smallest table that seats the party and is free all that time, the lowest number of those; null where none is. */
export function smallestFreeTable(
  tables: readonly RestaurantTable[],
  taken: readonly TakenQuarter[],
  seating: Seating,
): RestaurantTable | null {
  const wanted = new Set(quartersOf(seating).map(Number))
  const busy = new Set(
    taken.filter(({ quarterAt }) => wanted.has(quarterAt.getTime())).map(({ tableNo }) => tableNo),
  )
  const [first] = tables
    .filter(({ tableNo, seats }) => seats >= seating.partySize && !busy.has(tableNo))
    .toSorted((a, b) => a.seats - b.seats || a.tableNo - b.tableNo)
  return first ?? null
}
