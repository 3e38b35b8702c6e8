/** One segment has at most this many rows: a sort key holds a rank and a row in 53 bits. */
const mostRows = 2 ** 24

/** Rows of one neighborhood lie together, so that a search reads little memory. `order[row]` is the row's previous position. */
export function sortByPlace(latitude: Float64Array, longitude: Float64Array): Uint32Array {
  const keys = Float64Array.from(
    latitude,
    (degrees, added) =>
      (Math.floor((degrees + 90) * 16) * 8_192 + Math.floor((longitude[added]! + 180) * 16)) * mostRows +
      added,
  )
  return Uint32Array.from(keys.sort(), key => key % mostRows)
}

export function inverse(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place]!] = place
  return places
}

export function rankBy(
  values: Int32Array | Uint32Array,
  byId: Uint32Array,
  direction: 'ascending' | 'descending',
): Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1
  const rowOfId = inverse(byId)
  const keys = new Float64Array(byId.length)
  for (let row = 0; row < byId.length; row++) {
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

/** Each term has its rows in ascending order. `terms` lists the terms of each added row, `termCount` how many. */
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
