import { gridBands, gridColumns } from './segment.snapshot.ts'

/** Most rows of one segment: a sort key holds a cell and a row in 53 bits. */
const mostRows = 2 ** 24

/** `order[row]` is the row's previous position. */
export function sortByCell(cellOfAdded: Int32Array): {
  order: Uint32Array
  cells: Int32Array
  cellStart: Uint32Array
  bandStart: Uint32Array
} {
  const size = cellOfAdded.length
  const keys = Float64Array.from(cellOfAdded, (cell, added) => cell * mostRows + added).sort()
  const order = new Uint32Array(size)
  const cells: number[] = []
  const cellStart: number[] = []
  for (let row = 0; row < size; row++) {
    const added = keys[row]! % mostRows
    order[row] = added
    const cell = cellOfAdded[added]!
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

export function rankBy(
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
  const ranks = new Uint32Array(byId.length)
  for (let rank = 0; rank < keys.length; rank++) {
    const key = keys[rank]!
    ranks[rowOfId[((key % mostRows) + mostRows) % mostRows]!] = rank
  }
  return ranks
}

/** Ascending rows of each term. `terms` lists the terms of each added row, `termCount` how many. */
export function rowsByTerm(
  termCount: Uint32Array,
  terms: Uint32Array,
  rowOfAdded: Uint32Array,
): { termStart: Uint32Array; termRows: Uint32Array } {
  let highest = 0
  for (const term of terms) if (term > highest) highest = term
  const termStart = new Uint32Array(highest + 2)
  for (const term of terms) termStart[term + 1]!++
  for (let term = 0; term <= highest; term++) termStart[term + 1]! += termStart[term]!
  const next = termStart.slice()
  const termRows = new Uint32Array(terms.length)
  let at = 0
  for (let added = 0; added < termCount.length; added++) {
    const end = at + termCount[added]!
    for (; at < end; at++) termRows[next[terms[at]!]!++] = rowOfAdded[added]!
  }
  for (let term = 0; term <= highest; term++) termRows.subarray(termStart[term]!, termStart[term + 1]!).sort()
  return { termStart, termRows }
}
