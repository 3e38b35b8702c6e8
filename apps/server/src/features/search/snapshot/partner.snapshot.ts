import { foldText } from '@dineward/core/search/search-text.rules.ts'
import type { SummaryRow } from '../../merchants/merchants.view.ts'
import { countFacts } from '../flag-counts.rules.ts'
import type { FoundMerchants, PlaceSearch } from '../place-search.rules.ts'
import { noCounts, type WantedFacts } from '../search-flags.rules.ts'
import type { createLocalDays } from './local-days.snapshot.ts'
import { byCodePoint, createSegmentBuilder, type SearchRow } from './segment.builder.ts'
import type { Segment } from './segment.snapshot.ts'
import { applyDays, takeOut } from './segment-days.snapshot.ts'
import { firstRows } from './segment-page.snapshot.ts'
import { createRowReader } from './segment-rows.snapshot.ts'
import {
  chordTo,
  findRows,
  type Scratch,
  type SegmentSearch,
  segmentSearch,
} from './segment-search.snapshot.ts'
import { createTextWriter, type MerchantTexts, readText } from './texts.snapshot.ts'

type LocalDays = ReturnType<typeof createLocalDays>

/** A segment with its texts, and the days its facts were last set for. */
interface Part {
  readonly segment: Segment
  readonly summaryOf: (row: number) => SummaryRow
  readonly idOf: (row: number) => string
  days: Int32Array | null
  minute: number
}

/**
 * One partner's restaurants: what was read as a whole, and beside it, small, what has changed since. Where a restaurant is
 * in both, its row in the large part is taken out.
 */
export interface PartnerSnapshot {
  search(search: PlaceSearch, wanted: WantedFacts, scratch: Scratch): FoundMerchants
  /** Rows as they are now, and ids of restaurants that are no longer there. */
  change(rows: readonly SearchRow[], gone: readonly string[]): void
  readonly changes: number
}

export function createPartnerSnapshot(
  whole: { readonly segment: Segment; readonly texts: MerchantTexts } | null,
  localDays: LocalDays,
): PartnerSnapshot {
  const large = whole ? newPart(whole.segment, whole.texts) : null
  const changed = new Map<string, SearchRow>()
  let small: Part | null = null
  let changes = 0

  return {
    get changes() {
      return changes
    },
    search(search, wanted, scratch) {
      const parts = [large, small].filter(part => part !== null)
      for (const part of parts) setDays(part, search.now, localDays)
      return searchParts(parts, search, wanted, scratch)
    },
    change(rows, gone) {
      for (const id of [...gone, ...rows.map(([, [id]]) => id)]) {
        changed.delete(id)
        if (large) takeOutById(large, id)
      }
      for (const row of rows) changed.set(row[1][0], row)
      changes += rows.length + gone.length
      small = changed.size > 0 ? smallPart([...changed.values()]) : null
    },
  }
}

function newPart(segment: Segment, texts: MerchantTexts): Part {
  return {
    segment,
    summaryOf: createRowReader(segment, texts),
    idOf: row => readText(texts, segment.text[row]!)[0],
    days: null,
    minute: Number.NaN,
  }
}

function smallPart(rows: readonly SearchRow[]): Part {
  const texts = createTextWriter()
  const builder = createSegmentBuilder(texts)
  for (const row of rows.toSorted(([, [a]], [, [b]]) => byCodePoint(a, b))) builder.add(row)
  const segment = builder.finish()
  return newPart(segment, texts.finish())
}

/** By halving: a map of a million ids would weigh more than all the rest. */
function takeOutById({ segment, idOf }: Part, id: string): void {
  let low = 0
  let high = segment.size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (byCodePoint(idOf(segment.rowsById[middle]!), id) < 0) low = middle + 1
    else high = middle
  }
  const row = segment.rowsById[low]
  if (low < segment.size && idOf(row!) === id) takeOut(segment, row!)
}

const minuteMs = 60_000

function setDays(part: Part, now: Date, localDays: LocalDays): void {
  const minute = Math.floor(now.getTime() / minuteMs)
  if (part.minute === minute) return
  part.minute = minute
  const days = Int32Array.from(part.segment.lists.timezones, timezone => localDays(timezone, now))
  if (part.days?.every((day, at) => day === days[at])) return
  part.days = days
  applyDays(part.segment, days)
}

function searchParts(
  parts: readonly Part[],
  search: PlaceSearch,
  wanted: WantedFacts,
  scratch: Scratch,
): FoundMerchants {
  const asked = segmentSearch(search, wanted)
  const counts = noCounts()
  const size = parts.reduce((sum, { segment }) => sum + segment.size, 0)
  let total = 0
  const firsts = parts.map(part => {
    const count = findRows(part.segment, asked, scratch)
    countFacts(part.segment, scratch, count, counts)
    total += count
    // So far behind the last that not even all rows of the other part could bring the page here.
    const most = search.offset >= count + size - part.segment.size ? 0 : search.offset + search.limit
    return { part, rows: firstRows(part.segment, asked, scratch.found, count, most) }
  })
  return {
    total,
    page: pageOf(firsts, asked).map(({ part, row }) => part.summaryOf(row)),
    counts,
  }
}

interface Ranked {
  readonly part: Part
  readonly rows: Uint32Array
}
interface Placed {
  readonly part: Part
  readonly row: number
}

/** Of one part its page; of two the page of both together. */
function pageOf(firsts: readonly Ranked[], asked: SegmentSearch): Placed[] {
  const { offset, limit } = asked.search
  const [one, other] = firsts.filter(({ rows }) => rows.length > 0)
  if (!one) return []
  if (!other) return Array.from(one.rows.subarray(offset, offset + limit), row => ({ part: one.part, row }))
  const page: Placed[] = []
  let [at, otherAt] = [0, 0]
  while (at + otherAt < offset + limit && (at < one.rows.length || otherAt < other.rows.length)) {
    const left = { part: one.part, row: one.rows[at]! }
    const right = { part: other.part, row: other.rows[otherAt]! }
    const takesLeft =
      otherAt === other.rows.length || (at < one.rows.length && comparePlaced(left, right, asked) < 0)
    if (at + otherAt >= offset) page.push(takesLeft ? left : right)
    if (takesLeft) at++
    else otherAt++
  }
  return page
}

function comparePlaced(a: Placed, b: Placed, { search, spot }: SegmentSearch): number {
  const numbers = (read: (placed: Placed) => number) => read(a) - read(b)
  const order = {
    distance: () => numbers(({ part, row }) => chordTo(part.segment, spot, row)),
    rating: () => -numbers(({ part, row }) => part.segment.rating[row]!),
    newest: () => -numbers(({ part, row }) => part.segment.joinedOn[row]!),
    name: () => byCodePoint(sortName(a), sortName(b)),
  }[search.sortBy]()
  return order || byCodePoint(a.part.idOf(a.row), b.part.idOf(b.row))
}

const sortName = ({ part, row }: Placed): string => foldText(part.summaryOf(row).name)
