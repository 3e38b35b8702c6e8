import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import type { TableSearch } from '@dineward/core/reservations/free-tables.rules.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { enoughMatches, type SearchTiers, type Wording } from '@dineward/core/search/search-tiers.rules.ts'
import type { SummaryRow } from '../../merchants/merchants.view.ts'
import type { FreeTables, Verdicts } from '../../reservations/free-tables/free-tables.service.ts'
import { isListedFlag, maskOf, newCounts } from '../search-flags.rules.ts'
import {
  addFound,
  type FoundMerchants,
  nothingFound,
  type RequiredFlags,
  restOfPage,
  type SearchQuery,
  tierWords,
} from '../search-query.rules.ts'
import { applyDates, applyMinute, dayAt, removeRow } from './dates.snapshot.ts'
import { type Labels, labelsBeginning } from './labels.snapshot.ts'
import {
  chordTo,
  countAnywhere,
  countMatches,
  findMatches,
  type Scratch,
  type SegmentSearch,
  segmentSearch,
} from './matches.snapshot.ts'
import { firstRows } from './page.snapshot.ts'
import { byCodePoint, type SearchRow, SegmentBuilder } from './segment.builder.ts'
import { type BuiltSegment, openSegment, type Segment } from './segment.snapshot.ts'
import { listedRows, nearestRows } from './suggestions.snapshot.ts'
import { type MerchantTexts, readText, summaryAt, TextWriter } from './summaries.snapshot.ts'
import type { TermIds } from './term-ids.snapshot.ts'

export interface TablesAsked {
  readonly tables: FreeTables
  readonly search: TableSearch
  readonly verdicts: Verdicts
}

/** A large loaded segment and a small one with changes. A restaurant is listed in one of them. */
export class PartnerSnapshot {
  readonly #terms: TermIds
  readonly #loaded: Part | null
  readonly #changed = new Map<string, SearchRow>()
  #recent: Part | null = null
  #changes = 0

  constructor(
    terms: TermIds,
    loaded: { readonly segment: BuiltSegment; readonly texts: MerchantTexts } | null,
  ) {
    this.#terms = terms
    this.#loaded = loaded && new Part(loaded.segment, loaded.texts)
  }

  get changes(): number {
    return this.#changes
  }

  search(
    query: SearchQuery,
    tiers: SearchTiers | null,
    required: RequiredFlags,
    scratch: Scratch,
    asked: TablesAsked | null = null,
  ): FoundMerchants {
    const parts = [this.#loaded, this.#recent].filter(part => part !== null)
    for (const part of parts) part.setDate(query.now)
    return searchTiers(parts, query, tiers, required, scratch, asked)
  }

  /** Those that take part today, in the order of the ids; others are left out. */
  listed(ids: readonly string[], now: Date): SummaryRow[] {
    const parts = [this.#recent, this.#loaded].filter(part => part !== null)
    for (const part of parts) part.setDate(now)
    return ids.flatMap(id => parts.flatMap(part => part.listed(id)).slice(0, 1))
  }

  /** `text` is folded; `wording` has the terms that its words begin in names. */
  suggest(text: string, wording: Wording, from: Place, now: Date, scratch: Scratch): Suggested {
    const parts = [this.#loaded, this.#recent].filter(part => part !== null)
    for (const part of parts) part.setDate(now)
    const labels = (read: (segment: Segment) => Labels) =>
      [...new Set(parts.flatMap(({ segment }) => labelsBeginning(read(segment), text, mostSuggested)))].slice(
        0,
        mostSuggested,
      )
    return {
      cuisines: labels(segment => segment.cuisineLabels),
      dishes: labels(segment => segment.dishLabels),
      restaurants: suggestedRestaurants(parts, text, wording, from, scratch),
    }
  }

  namesWith(text: string, wording: Wording, scratch: Scratch): 'whole' | 'part' | 'none' {
    if (wording.some(terms => terms.length === 0)) return 'none'
    const parts = [this.#loaded, this.#recent].filter(part => part !== null)
    const names = parts.flatMap(part =>
      listedRows(part.segment, wording, mostNamesRead, scratch).map(row =>
        foldText(part.summaryOf(row).name),
      ),
    )
    if (names.length === 0) return 'none'
    return names.includes(text) ? 'whole' : 'part'
  }

  /** Replaces the restaurants with these ids by their rows; those without a row are no longer there. */
  change(merchantIds: readonly string[], rows: readonly SearchRow[]): void {
    const former = merchantIds.filter(id => {
      const wasLoaded = this.#loaded?.remove(id) ?? false
      return this.#changed.delete(id) || wasLoaded
    })
    if (former.length === 0 && rows.length === 0) return
    for (const row of rows) this.#changed.set(row[1][0], row)
    this.#changes += Math.max(former.length, rows.length)
    this.#recent = this.#changed.size > 0 ? partOf([...this.#changed.values()], this.#terms) : null
  }
}

export interface Suggested {
  readonly cuisines: readonly string[]
  readonly dishes: readonly string[]
  readonly restaurants: readonly SummaryRow[]
}

export const nothingSuggested: Suggested = { cuisines: [], dishes: [], restaurants: [] }

const mostSuggested = 6
const mostNamesRead = 200
const nearestRead = 24

/** Names that begin with the text come first, then those that have its words; the nearest of each first. */
function suggestedRestaurants(
  parts: readonly Part[],
  text: string,
  wording: Wording,
  from: Place,
  scratch: Scratch,
): SummaryRow[] {
  if (wording.length === 0) return []
  const nearest = parts
    .flatMap(part =>
      nearestRows(part.segment, wording, from, nearestRead, scratch).map(([chord, row]) => ({
        chord,
        part,
        row,
      })),
    )
    .sort((a, b) => a.chord - b.chord)
    .map(({ part, row }) => part.summaryOf(row))
  const isBegun = ({ name }: SummaryRow) => foldText(name).startsWith(text)
  return [...nearest.filter(isBegun), ...nearest.filter(row => !isBegun(row))].slice(0, mostSuggested)
}

const takesBookingsFlag = maskOf('takesBookings')
const minuteMs = 60_000
const maxSummaries = 20_000

class Part {
  readonly segment: Segment
  readonly #texts: MerchantTexts
  readonly #summaries = new Map<number, SummaryRow>()
  /** Numbers in `FreeTables`, one more than they are; 0 until asked. */
  readonly #bookNumbers: Uint32Array
  #minute = Number.NaN
  #days: Int32Array | null = null

  constructor(built: BuiltSegment, texts: MerchantTexts) {
    this.segment = openSegment(built)
    this.#texts = texts
    this.#bookNumbers = new Uint32Array(this.segment.size)
  }

  /** Summaries are cached, as the same pages are requested often. */
  summaryOf(row: number): SummaryRow {
    const cached = this.#summaries.get(row)
    if (cached) return cached
    const summary = summaryAt(this.segment, this.#texts, row)
    if (this.#summaries.size >= maxSummaries) this.#summaries.clear()
    this.#summaries.set(row, summary)
    return summary
  }

  idOf(row: number): string {
    return readText(this.#texts, this.segment.text[row]!)[0]
  }

  hasTable(row: number, asked: TablesAsked): boolean {
    const { joinedOn, leftOn } = this.segment
    if (this.#bookNumbers[row] === 0) this.#bookNumbers[row] = asked.tables.numberOf(this.idOf(row)) + 1
    const days = { joinedOn: joinedOn[row]!, leftOn: leftOn[row]! }
    return asked.tables.hasTable(this.#bookNumbers[row]! - 1, days, asked)
  }

  /** What the member earns there counts before how far it is: the lowest comes first. Null: it counts nothing. */
  rewardKeys({ sortBy, reward }: SearchQuery): ((row: number) => number) | null {
    if (sortBy !== 'reward' || !reward) return null
    const { campaigns, lists } = this.segment
    const isLocked = lists.campaigns.map(codes => reward.isLocked(codes))
    const extra = new Map<number, number>()
    for (const [id, units] of reward.extra) {
      const row = this.#rowOf(id)
      if (row !== undefined) extra.set(row, units)
    }
    return row => (isLocked[campaigns[row]!] ? 1 : -(extra.get(row) ?? 0))
  }

  /** Of the first `count` matches. */
  countTables({ matches }: Scratch, count: number, asked: TablesAsked): number {
    const { flags } = this.segment
    let found = 0
    for (let at = 0; at < count; at++) {
      const row = matches[at]!
      if ((flags[row]! & takesBookingsFlag) !== 0 && this.hasTable(row, asked)) found++
    }
    return found
  }

  setDate(now: Date): void {
    const minute = Math.floor(now.getTime() / minuteMs)
    if (this.#minute === minute) return
    this.#minute = minute
    applyMinute(this.segment, now)
    const days = Int32Array.from(this.segment.lists.timezones, timezone => dayAt(timezone, now))
    if (this.#days?.every((day, at) => day === days[at])) return
    this.#days = days
    applyDates(this.segment, days)
  }

  /** @returns whether it was there. */
  remove(id: string): boolean {
    const row = this.#rowOf(id)
    return row !== undefined && removeRow(this.segment, row)
  }

  listed(id: string): SummaryRow[] {
    const row = this.#rowOf(id)
    return row !== undefined && this.segment.flags[row]! & isListedFlag ? [this.summaryOf(row)] : []
  }

  /** Binary search: a map of a million ids would take more memory than the columns. */
  #rowOf(id: string): number | undefined {
    const { rowsById } = this.segment
    let low = 0
    let high = rowsById.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (byCodePoint(this.idOf(rowsById[middle]!), id) < 0) low = middle + 1
      else high = middle
    }
    const row = rowsById[low]
    return row !== undefined && this.idOf(row) === id ? row : undefined
  }
}

function partOf(rows: readonly SearchRow[], terms: TermIds): Part {
  const texts = new TextWriter()
  const builder = new SegmentBuilder(texts, terms)
  for (const row of rows) builder.add(row)
  return new Part(builder.finish(), texts.finish())
}

function searchTiers(
  parts: readonly Part[],
  query: SearchQuery,
  tiers: SearchTiers | null,
  required: RequiredFlags,
  scratch: Scratch,
  asked: TablesAsked | null,
): FoundMerchants {
  if (tiers === null) return searchParts(parts, segmentSearch(query, required, null), scratch, asked)
  let found = nothingFound
  for (const words of tierWords(tiers)) {
    if (found.total >= enoughMatches || countParts(parts, words.noneOf, scratch) >= enoughMatches) break
    const search = segmentSearch(restOfPage(query, found), required, words)
    found = addFound(found, searchParts(parts, search, scratch, asked))
  }
  return found
}

function countParts(parts: readonly Part[], anyOf: readonly Wording[], scratch: Scratch): number {
  if (anyOf.length === 0) return 0
  return parts.reduce((sum, { segment }) => sum + countAnywhere(segment, anyOf, scratch, enoughMatches), 0)
}

function searchParts(
  parts: readonly Part[],
  search: SegmentSearch,
  scratch: Scratch,
  asked: TablesAsked | null,
): FoundMerchants {
  const { query } = search
  const counts = newCounts()
  const size = parts.reduce((sum, { segment }) => sum + segment.size, 0)
  let total = 0
  const firsts = parts.map((part): FirstRows => {
    const { segment } = part
    const hasTable = asked && query.hasTable ? (row: number) => part.hasTable(row, asked) : null
    const count = findMatches(segment, search, scratch, hasTable)
    countMatches(segment, scratch, count, counts)
    if (asked) counts.withTable += hasTable ? count : part.countTables(scratch, count, asked)
    total += count
    // Past the last page, whatever the other part has.
    const most = query.offset >= count + size - segment.size ? 0 : query.offset + query.limit
    const rewards = part.rewardKeys(query)
    return { part, rewards, rows: firstRows(segment, search, scratch, count, most, rewards) }
  })
  const page = mergedRows(firsts, search)
    .slice(query.offset, query.offset + query.limit)
    .map(({ part, row }) => part.summaryOf(row))
  return { total, page, counts }
}

interface FirstRows {
  readonly part: Part
  readonly rewards: ((row: number) => number) | null
  readonly rows: Uint32Array
}
interface PartRow extends Omit<FirstRows, 'rows'> {
  readonly row: number
}

function mergedRows(firsts: readonly FirstRows[], search: SegmentSearch): PartRow[] {
  const rows = firsts.flatMap(({ rows, ...first }) => Array.from(rows, row => ({ ...first, row })))
  return firsts.every(({ rows }) => rows.length > 0) && firsts.length > 1
    ? rows.sort((a, b) => compareRows(a, b, search))
    : rows
}

function compareRows(a: PartRow, b: PartRow, { query, center }: SegmentSearch): number {
  const difference = (read: (of: PartRow) => number) => read(a) - read(b)
  const byChord = () => difference(({ part, row }) => chordTo(part.segment, center, row))
  const order = {
    distance: byChord,
    reward: () => difference(({ rewards, row }) => rewards?.(row) ?? 0) || byChord(),
    rating: () => -difference(({ part, row }) => part.segment.rating[row]!),
    newest: () => -difference(({ part, row }) => part.segment.joinedOn[row]!),
    name: () => byCodePoint(sortName(a), sortName(b)),
  }[query.sortBy]()
  return order || byCodePoint(a.part.idOf(a.row), b.part.idOf(b.row))
}

const sortName = ({ part, row }: PartRow): string => foldText(part.summaryOf(row).name)
