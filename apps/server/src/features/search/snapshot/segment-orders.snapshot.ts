import { gridBands, gridColumns } from './segment.snapshot.ts'

/** No more rows than this in one segment: a sort key holds a cell and a row in 53 bits. */
const mostRows = 2 ** 24

/** Rows sorted by cell, and where each cell and each band of cells begins. `order[row]` is where the row came from. */
export function toCells(cellOfArrival: Int32Array): {
  order: Uint32Array
  cells: Int32Array
  cellStart: Uint32Array
  bandStart: Uint32Array
} {
  const size = cellOfArrival.length
  const keys = new Float64Array(size)
  for (let arrival = 0; arrival < size; arrival++)
    keys[arrival] = cellOfArrival[arrival]! * mostRows + arrival
  keys.sort()
  const order = new Uint32Array(size)
  const cells: number[] = []
  const cellStart: number[] = []
  for (let row = 0; row < size; row++) {
    const arrival = keys[row]! % mostRows
    order[row] = arrival
    const cell = cellOfArrival[arrival]!
    if (cells.at(-1) === cell) continue
    cells.push(cell)
    cellStart.push(row)
  }
  return {
    order,
    cells: Int32Array.from(cells),
    cellStart: Uint32Array.from([...cellStart, size]),
    bandStart: bandStarts(cells),
  }
}

function bandStarts(cells: readonly number[]): Uint32Array {
  const bandStart = new Uint32Array(gridBands + 1)
  for (const cell of cells) bandStart[Math.floor(cell / gridColumns) + 1]!++
  for (let band = 0; band < gridBands; band++) bandStart[band + 1]! += bandStart[band]!
  return bandStart
}

/** The place of each row in the order of these values, equal ones by id. */
export function sortedBy(
  values: Int32Array | Uint32Array,
  byId: Uint32Array,
  direction: 'ascending' | 'descending',
): Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1
  const rowOfId = new Uint32Array(byId.length)
  const keys = new Float64Array(byId.length)
  for (let row = 0; row < byId.length; row++) {
    rowOfId[byId[row]!] = row
    keys[row] = values[row]! * sign * mostRows + byId[row]!
  }
  keys.sort()
  const places = new Uint32Array(byId.length)
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place]!
    places[rowOfId[((key % mostRows) + mostRows) % mostRows]!] = place
  }
  return places
}

/** For each term the rows that have it, ascending. Terms come by arrival: so many for each. */
export function termLists(
  termCount: Uint32Array,
  terms: Uint32Array,
  rowOfArrival: Uint32Array,
): { termStart: Uint32Array; termRows: Uint32Array } {
  let highest = 0
  for (const term of terms) if (term > highest) highest = term
  const termStart = new Uint32Array(highest + 2)
  for (const term of terms) termStart[term + 1]!++
  for (let term = 0; term <= highest; term++) termStart[term + 1]! += termStart[term]!
  const next = termStart.slice()
  const termRows = new Uint32Array(terms.length)
  let at = 0
  for (let arrival = 0; arrival < termCount.length; arrival++) {
    const end = at + termCount[arrival]!
    for (; at < end; at++) termRows[next[terms[at]!]!++] = rowOfArrival[arrival]!
  }
  for (let term = 0; term <= highest; term++) termRows.subarray(termStart[term]!, termStart[term + 1]!).sort()
  return { termStart, termRows }
}
