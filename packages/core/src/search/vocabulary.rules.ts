/* Each sorted term stores how many letters it shares with the one before, so the list is traversed like a trie. */

export interface Vocabulary {
  /**
   * Ids of the terms that a word means, ascending; the word is folded (`foldText`).
   *
   * Those that begin with it. Where no term is exactly the word it may also be mistyped: then those that the nearest
   * terms would have found; and where there are none either, those whose beginning is the word with one mistake.
   */
  termsFor(word: string): readonly number[]
  beginningWith(word: string): readonly number[]
  exactly(word: string): readonly number[]
  /** The word and those one mistake away, and what begins with one of them. */
  nearTerms(word: string): readonly number[]
  readonly size: number
}

/** No restaurant's words are longer. */
const longestMistyped = 40
const lettersForAMistypedBeginning = 5
/** Another number is not a typing mistake. */
const onlyDigits = /^\p{N}+$/u

/** Terms are folded words. One word may have several ids. */
export function buildVocabulary(terms: Iterable<readonly [term: string, id: number]>): Vocabulary {
  const sorted = [...terms].filter(([term]) => term !== '').sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const list: SortedTerms = { terms: sorted.map(([term]) => term), shared: new Uint8Array(sorted.length) }
  for (let at = 1; at < list.terms.length; at++) {
    list.shared[at] = Math.min(255, sharedLetters(list.terms[at - 1]!, list.terms[at]!))
  }
  const ids = Uint32Array.from(sorted, ([, id]) => id)
  return {
    size: ids.length,
    termsFor: word => idsOf(ids, word === '' ? [] : meantBy(list, word)),
    beginningWith: word => idsOf(ids, word === '' ? [] : [beginningWith(list.terms, word)]),
    exactly: word => idsOf(ids, word === '' ? [] : [equalTo(list.terms, word)]),
    nearTerms: word => idsOf(ids, oneMistakeFrom(list, word)),
  }
}

/** None in short words, which would match other words. */
export function mistakesAllowed(word: string): number {
  if (word.length < 4 || word.length > longestMistyped || onlyDigits.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

interface SortedTerms {
  readonly terms: readonly string[]
  /** It counts the letters shared with the previous term. */
  readonly shared: Uint8Array
}

/** `from` is inclusive, `to` exclusive. */
type Range = readonly [from: number, to: number]

function meantBy(list: SortedTerms, word: string): Range[] {
  const begun = beginningWith(list.terms, word)
  const known = begun[0] < begun[1] && list.terms[begun[0]] === word
  const allowed = known ? 0 : mistakesAllowed(word)
  for (let mistakes = 1; mistakes <= allowed; mistakes++) {
    const near = likelier(list.terms, word, nearTerms(list, word, mistakes, false))
    if (near.length > 0) return [begun, ...near.map(([at]) => beginningWith(list.terms, list.terms[at]!))]
  }
  if (begun[0] < begun[1] || allowed === 0 || word.length < lettersForAMistypedBeginning) return [begun]
  return nearTerms(list, word, 1, true)
}

function beginningWith(terms: readonly string[], word: string): Range {
  const from = firstWhere(terms.length, at => terms[at]! >= word)
  const to = firstWhere(terms.length, at => terms[at]! >= word && !terms[at]!.startsWith(word))
  return [from, to]
}

function equalTo(terms: readonly string[], word: string): Range {
  const from = firstWhere(terms.length, at => terms[at]! >= word)
  return [from, firstWhere(terms.length, at => terms[at]! > word)]
}

function oneMistakeFrom(list: SortedTerms, word: string): Range[] {
  if (word === '' || word.length > longestMistyped) return []
  const near = nearTerms(list, word, 1, false)
  // Short terms begin too many others.
  return near.map(range => {
    const term = list.terms[range[0]]!
    return term.length < lettersForAMistypedBeginning ? range : beginningWith(list.terms, term)
  })
}

/** @returns the first index for which `holds`, by binary search, else `length`. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let from = 0
  let to = length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** It prefers swapped and doubled letters, the most frequent mistakes, to other letters. */
function likelier(terms: readonly string[], word: string, near: readonly Range[]): readonly Range[] {
  const slips = near.filter(([at]) => isSlip(word, terms[at]!))
  return slips.length > 0 ? slips : near
}

function isSlip(word: string, term: string): boolean {
  if (word.length !== term.length) return onceEach(word) === onceEach(term)
  let different = 0
  for (let at = 0; at < word.length; at++) if (word[at] !== term[at]) different++
  // Two letters are swapped.
  return different === 2 && [...word].sort().join('') === [...term].sort().join('')
}

const onceEach = (word: string) => word.replace(/(.)\1+/gsu, '$1')

/**
 * It measures the optimal string alignment distance; with `begun`, that of prefixes. It reuses table rows that terms
 * share.
 */
function nearTerms({ terms, shared }: SortedTerms, word: string, mistakes: number, begun: boolean): Range[] {
  const table = distanceTable(word, mistakes)
  const found: Range[] = []
  /** These rows of the table, from the previous term, are still valid. */
  let rows = 0
  for (let at = 0; at < terms.length; ) {
    const term = terms[at]!
    let letters = at === 0 ? 0 : Math.min(rows, shared[at]!)
    let hopeless = false
    let whole = false
    while (letters < term.length && !hopeless && !whole) {
      letters++
      hopeless = table.addRow(letters, term) > mistakes
      whole = begun && table.distance(letters) <= mistakes
    }
    rows = letters
    const next = hopeless || whole ? pastBeginning(shared, at, letters) : at + 1
    if (whole) found.push([at, next])
    else if (!hopeless && !begun && table.distance(letters) <= mistakes) found.push([at, at + 1])
    at = next
  }
  return found
}

/** @returns the first term after `at` without its first `letters`. */
function pastBeginning(shared: Uint8Array, at: number, letters: number): number {
  let next = at + 1
  while (next < shared.length && shared[next]! >= letters) next++
  return next
}

/** The table has edit distances between prefixes, within a band around the diagonal. */
function distanceTable(word: string, mistakes: number) {
  const width = word.length + 1
  const tooFar = mistakes + 1
  const rows = word.length + mistakes + 2
  const cells = new Uint8Array(width * rows).fill(tooFar)
  for (let column = 0; column <= Math.min(mistakes, word.length); column++) cells[column] = column

  /** @returns the least distance in the row, a lower bound for longer terms. */
  function addRow(row: number, term: string): number {
    if (row >= rows) return tooFar
    const letter = term.charCodeAt(row - 1)
    const before = row > 1 ? term.charCodeAt(row - 2) : -1
    const here = row * width
    const above = here - width
    const from = Math.max(1, row - mistakes)
    const to = Math.min(word.length, row + mistakes)
    let left = from === 1 ? Math.min(row, tooFar) : tooFar
    let least = left
    cells[here + from - 1] = left
    for (let column = from; column <= to; column++) {
      const typed = word.charCodeAt(column - 1)
      let cell = cells[above + column - 1]! + (typed === letter ? 0 : 1)
      if (column < row + mistakes) cell = Math.min(cell, cells[above + column]! + 1)
      cell = Math.min(cell, left + 1, tooFar)
      if (column > 1 && typed === before && word.charCodeAt(column - 2) === letter) {
        cell = Math.min(cell, cells[above - width + column - 2]! + 1)
      }
      cells[here + column] = left = cell
      if (cell < least) least = cell
    }
    return least
  }
  return { addRow, distance: (row: number) => (row < rows ? cells[row * width + word.length]! : tooFar) }
}

function sharedLetters(a: string, b: string): number {
  let letters = 0
  while (letters < a.length && a[letters] === b[letters]) letters++
  return letters
}

function idsOf(ids: Uint32Array, ranges: readonly Range[]): readonly number[] {
  const found = new Uint32Array(ranges.reduce((sum, [from, to]) => sum + to - from, 0))
  let filled = 0
  for (const [from, to] of ranges) {
    found.set(ids.subarray(from, to), filled)
    filled += to - from
  }
  // Ranges may overlap: "pizza" and "pizzas".
  return Array.from(found.sort().filter((id, at) => at === 0 || id !== found[at - 1]))
}
