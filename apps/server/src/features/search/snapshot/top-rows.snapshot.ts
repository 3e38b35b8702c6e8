/**
 * The first so many of what is offered, by key, equal keys by rank: a heap with the last of them on top, so that most of
 * what comes later is turned away by one comparison.
 */
export interface TopRows {
  /** The key beyond which nothing more is taken. */
  offer(row: number, key: number): number
  /** First to last. */
  sorted(): Uint32Array
}

export function topRows(most: number, rank: Uint32Array): TopRows {
  const keys = new Float64Array(most)
  const rows = new Uint32Array(most)
  let count = 0

  const isAfter = (key: number, row: number, otherKey: number, otherRow: number) =>
    key > otherKey || (key === otherKey && rank[row]! > rank[otherRow]!)

  function rise(at: number, key: number, row: number): void {
    let child = at
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isAfter(key, row, keys[parent]!, rows[parent]!)) break
      keys[child] = keys[parent]!
      rows[child] = rows[parent]!
      child = parent
    }
    keys[child] = key
    rows[child] = row
  }

  function sink(key: number, row: number, size: number): void {
    let parent = 0
    for (let child = 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && isAfter(keys[child + 1]!, rows[child + 1]!, keys[child]!, rows[child]!)) child++
      if (!isAfter(keys[child]!, rows[child]!, key, row)) break
      keys[parent] = keys[child]!
      rows[parent] = rows[child]!
      parent = child
    }
    keys[parent] = key
    rows[parent] = row
  }

  return {
    offer(row, key) {
      if (count < most) rise(count++, key, row)
      else if (most > 0 && isAfter(keys[0]!, rows[0]!, key, row)) sink(key, row, most)
      return count < most ? Number.POSITIVE_INFINITY : (keys[0] ?? Number.NEGATIVE_INFINITY)
    },
    sorted() {
      for (let last = count - 1; last > 0; last--) {
        const [key, row] = [keys[last]!, rows[last]!]
        const [topKey, topRow] = [keys[0]!, rows[0]!]
        sink(key, row, last)
        keys[last] = topKey
        rows[last] = topRow
      }
      return rows.subarray(0, count)
    },
  }
}
