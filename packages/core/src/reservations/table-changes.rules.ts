import type { RestaurantTable } from './tables.rules.ts'

export interface TableChanges {
  readonly added: readonly RestaurantTable[]
  readonly removed: readonly number[]
  /** These are surplus, but booked or held. */
  readonly leaving: readonly RestaurantTable[]
}

/** Tables keep their numbers; of a surplus, free tables go first; new ones take the lowest free numbers. */
export function tableChanges(
  current: readonly RestaurantTable[],
  seats: readonly number[],
  busy: ReadonlySet<number>,
): TableChanges {
  const missing = [...seats]
  const staying = new Set<number>()
  const surplus: RestaurantTable[] = []
  for (const table of busyFirst(current, busy)) {
    const place = missing.indexOf(table.seats)
    if (place < 0) surplus.push(table)
    else {
      missing.splice(place, 1)
      staying.add(table.tableNo)
    }
  }
  const leaving = surplus.filter(({ tableNo }) => busy.has(tableNo))
  const removed = surplus.filter(({ tableNo }) => !busy.has(tableNo)).map(({ tableNo }) => tableNo)
  return {
    added: numbered(missing, new Set([...staying, ...leaving.map(table => table.tableNo)])),
    removed,
    leaving,
  }
}

function busyFirst(tables: readonly RestaurantTable[], busy: ReadonlySet<number>): RestaurantTable[] {
  return tables.toSorted(
    (a, b) => Number(busy.has(b.tableNo)) - Number(busy.has(a.tableNo)) || a.tableNo - b.tableNo,
  )
}

function numbered(seats: readonly number[], taken: ReadonlySet<number>): RestaurantTable[] {
  let tableNo = 0
  return seats.map(each => {
    do tableNo++
    while (taken.has(tableNo))
    return { tableNo, seats: each }
  })
}
