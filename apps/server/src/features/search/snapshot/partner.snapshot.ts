import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { enoughMatches, type SearchTiers, type Wording } from '@dineward/core/search/search-tiers.rules.ts'
import type { SummaryRow } from '../../merchants/merchants.view.ts'
import { newCounts } from '../search-flags.rules.ts'
import {
  addFound,
  type FoundMerchants,
  nothingFound,
  type RequiredFlags,
  restOfPage,
  type SearchQuery,
  tierWords,
} from '../search-query.rules.ts'
import { applyDates, dayAt, removeRow } from './dates.snapshot.ts'
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
import { type MerchantTexts, readText, summaryAt, TextWriter } from './summaries.snapshot.ts'
import type { TermIds } from './term-ids.snapshot.ts'

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
  ): FoundMerchants {
    const parts = [this.#loaded, this.#recent].filter(part => part !== null)
    for (const part of parts) part.setDate(query.now)
    return searchTiers(parts, query, tiers, required, scratch)
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

const minuteMs = 60_000
const maxSummaries = 20_000

class Part {
  readonly segment: Segment
  readonly #texts: MerchantTexts
  readonly #summaries = new Map<number, SummaryRow>()
  #minute = Number.NaN
  #days: Int32Array | null = null

  constructor(built: BuiltSegment, texts: MerchantTexts) {
    this.segment = openSegment(built)
    this.#texts = texts
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

  setDate(now: Date): void {
    const minute = Math.floor(now.getTime() / minuteMs)
    if (this.#minute === minute) return
    this.#minute = minute
    const days = Int32Array.from(this.segment.lists.timezones, timezone => dayAt(timezone, now))
    if (this.#days?.every((day, at) => day === days[at])) return
    this.#days = days
    applyDates(this.segment, days)
  }

  /** @returns whether it was there. Binary search: a map of a million ids would take more memory than the columns. */
  remove(id: string): boolean {
    const { rowsById } = this.segment
    let low = 0
    let high = rowsById.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (byCodePoint(this.idOf(rowsById[middle]!), id) < 0) low = middle + 1
      else high = middle
    }
    const row = rowsById[low]
    return row !== undefined && this.idOf(row) === id && removeRow(this.segment, row)
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
): FoundMerchants {
  if (tiers === null) return searchParts(parts, segmentSearch(query, required, null), scratch)
  let found = nothingFound
  for (const words of tierWords(tiers)) {
    if (found.total >= enoughMatches || countParts(parts, words.noneOf, scratch) >= enoughMatches) break
    const search = segmentSearch(restOfPage(query, found), required, words)
    found = addFound(found, searchParts(parts, search, scratch))
  }
  return found
}

function countParts(parts: readonly Part[], anyOf: readonly Wording[], scratch: Scratch): number {
  if (anyOf.length === 0) return 0
  return parts.reduce((sum, { segment }) => sum + countAnywhere(segment, anyOf, scratch, enoughMatches), 0)
}

function searchParts(parts: readonly Part[], search: SegmentSearch, scratch: Scratch): FoundMerchants {
  const { query } = search
  const counts = newCounts()
  const size = parts.reduce((sum, { segment }) => sum + segment.size, 0)
  let total = 0
  const firsts = parts.map((part): FirstRows => {
    const { segment } = part
    const count = findMatches(segment, search, scratch)
    countMatches(segment, scratch, count, counts)
    total += count
    // Past the last page, whatever the other part has.
    const most = query.offset >= count + size - segment.size ? 0 : query.offset + query.limit
    return { part, rows: firstRows(segment, search, scratch, count, most) }
  })
  const page = mergedRows(firsts, search)
    .slice(query.offset, query.offset + query.limit)
    .map(({ part, row }) => part.summaryOf(row))
  return { total, page, counts }
}

interface FirstRows {
  readonly part: Part
  readonly rows: Uint32Array
}
interface PartRow {
  readonly part: Part
  readonly row: number
}

function mergedRows(firsts: readonly FirstRows[], search: SegmentSearch): PartRow[] {
  const rows = firsts.flatMap(({ part, rows }) => Array.from(rows, row => ({ part, row })))
  return firsts.every(({ rows }) => rows.length > 0) && firsts.length > 1
    ? rows.sort((a, b) => compareRows(a, b, search))
    : rows
}

function compareRows(a: PartRow, b: PartRow, { query, center }: SegmentSearch): number {
  const difference = (read: (of: PartRow) => number) => read(a) - read(b)
  const order = {
    distance: () => difference(({ part, row }) => chordTo(part.segment, center, row)),
    rating: () => -difference(({ part, row }) => part.segment.rating[row]!),
    newest: () => -difference(({ part, row }) => part.segment.joinedOn[row]!),
    name: () => byCodePoint(sortName(a), sortName(b)),
  }[query.sortBy]()
  return order || byCodePoint(a.part.idOf(a.row), b.part.idOf(b.row))
}

const sortName = ({ part, row }: PartRow): string => foldText(part.summaryOf(row).name)
