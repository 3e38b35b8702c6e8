import { type Growing, growing } from './growing.snapshot.ts'
import { bandOf, columnOf, gridColumns, never, noBonus, type Segment } from './segment.snapshot.ts'
import { sortedBy, termLists, toCells } from './segment-orders.snapshot.ts'
import type { MerchantText, TextWriter } from './texts.snapshot.ts'

/** A row of `merchant_search` with what a list says of the restaurant, as the database writes it (`search-rows.repository.ts`). */
export type SearchRow = readonly [
  partnerId: string,
  merchant: MerchantText,
  x: number,
  y: number,
  z: number,
  latitude: number,
  longitude: number,
  facts: number,
  rating: number,
  joinedOn: number,
  leftOn: number | null,
  timezone: string,
  campaignCodes: readonly string[],
  bonus: number | null,
  sortName: string,
  termIds: readonly number[],
]

export interface SegmentBuilder {
  /** Rows of one partner, in the order of their ids. */
  add(row: SearchRow): void
  finish(): Segment
}

export function createSegmentBuilder(texts: TextWriter): SegmentBuilder {
  const columns = newColumns()
  const lists = { cuisines: newList(), campaigns: newList(), timezones: newList() }
  const names: string[] = []
  const cell = growing(Int32Array)
  const termCount = growing(Uint32Array)
  const terms = growing(Uint32Array)

  return {
    add([, merchant, x, y, z, latitude, longitude, facts, rating, joinedOn, leftOn, ...rest]) {
      const [timezone, campaignCodes, bonus, sortName, termIds] = rest
      columns.x.push(x)
      columns.y.push(y)
      columns.z.push(z)
      columns.latitude.push(latitude)
      columns.longitude.push(longitude)
      columns.facts.push(facts)
      columns.rating.push(rating)
      columns.joinedOn.push(joinedOn)
      columns.leftOn.push(leftOn ?? never)
      columns.timezone.push(lists.timezones.numberOf([timezone]))
      columns.campaigns.push(lists.campaigns.numberOf(campaignCodes))
      columns.cuisines.push(lists.cuisines.numberOf(merchant[11].toSorted()))
      columns.bonus.push(bonus ?? noBonus)
      columns.text.push(texts.write(merchant))
      cell.push(bandOf(latitude) * gridColumns + columnOf(longitude))
      names.push(sortName)
      termCount.push(termIds.length)
      terms.append(termIds)
    },
    finish() {
      const { order, ...grid } = toCells(cell.values())
      const arranged = arrangedColumns(order, columns)
      // Rows came in the order of their ids: where one came from is its place among them.
      const byId = order
      const rowsById = new Uint32Array(order.length)
      for (let row = 0; row < order.length; row++) rowsById[order[row]!] = row
      const cuisines = setsOf(lists.cuisines.all)
      return {
        size: order.length,
        ...arranged,
        ...grid,
        byId,
        rowsById,
        byRating: sortedBy(arranged.rating, byId, 'descending'),
        byNewest: sortedBy(arranged.joinedOn, byId, 'descending'),
        byName: sortedBy(namePlaces(names, order), byId, 'ascending'),
        setStart: cuisines.setStart,
        setCuisines: cuisines.setCuisines,
        ...termLists(termCount.values(), terms.values(), rowsById),
        lists: {
          cuisines: cuisines.names,
          campaigns: lists.campaigns.all,
          timezones: lists.timezones.all.map(([timezone]) => timezone!),
        },
      }
    },
  }
}

type Columns = ReturnType<typeof newColumns>

function newColumns() {
  return {
    x: growing(Float64Array),
    y: growing(Float64Array),
    z: growing(Float64Array),
    latitude: growing(Float64Array),
    longitude: growing(Float64Array),
    facts: growing(Uint32Array),
    cuisines: growing(Uint32Array),
    campaigns: growing(Uint32Array),
    timezone: growing(Uint32Array),
    rating: growing(Int32Array),
    joinedOn: growing(Int32Array),
    leftOn: growing(Int32Array),
    bonus: growing(Int32Array),
    text: growing(Uint32Array),
  }
}

function arrangedColumns(order: Uint32Array, columns: Columns) {
  return {
    x: arrangedBy(order, columns.x),
    y: arrangedBy(order, columns.y),
    z: arrangedBy(order, columns.z),
    latitude: arrangedBy(order, columns.latitude),
    longitude: arrangedBy(order, columns.longitude),
    facts: arrangedBy(order, columns.facts),
    cuisines: arrangedBy(order, columns.cuisines),
    campaigns: arrangedBy(order, columns.campaigns),
    timezone: arrangedBy(order, columns.timezone),
    rating: arrangedBy(order, columns.rating),
    joinedOn: arrangedBy(order, columns.joinedOn),
    leftOn: arrangedBy(order, columns.leftOn),
    bonus: arrangedBy(order, columns.bonus),
    text: arrangedBy(order, columns.text),
  }
}

function arrangedBy<T extends Float64Array | Uint32Array | Int32Array>(
  order: Uint32Array,
  column: Growing<T>,
): T {
  const values = column.values()
  const arranged = values.slice() as T
  for (let row = 0; row < order.length; row++) arranged[row] = values[order[row]!]!
  return arranged
}

/** Lists of words, each once. */
function newList() {
  const numbers = new Map<string, number>()
  const all: (readonly string[])[] = []
  return {
    all,
    numberOf(words: readonly string[]): number {
      const key = words.join('\n')
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, all.length)
      return all.push(words) - 1
    },
  }
}

/** Sets of words as sets of numbers. */
function setsOf(sets: readonly (readonly string[])[]) {
  const numbers = new Map<string, number>()
  const setStart = growing(Uint32Array)
  const setCuisines = growing(Uint32Array)
  for (const set of sets) {
    setStart.push(setCuisines.length)
    for (const name of set) {
      const number = numbers.get(name) ?? numbers.size
      numbers.set(name, number)
      setCuisines.push(number)
    }
  }
  setStart.push(setCuisines.length)
  return {
    names: [...numbers.keys()],
    setStart: setStart.values().slice(),
    setCuisines: setCuisines.values().slice(),
  }
}

/** For each row the place of its name among all names; equal names have the same. */
function namePlaces(names: readonly string[], order: Uint32Array): Uint32Array {
  const sorted = [...new Set(names)].sort(byCodePoint)
  const placeOf = new Map(sorted.map((name, place) => [name, place]))
  return order.map(arrival => placeOf.get(names[arrival]!)!)
}

/** As the database compares in collation "C": by code points, where `<` compares halves of them. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return weight(left) - weight(right)
  }
  return a.length - b.length
}

/** Halves of code points beyond the first 65,536 stand above all others. */
const weight = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
