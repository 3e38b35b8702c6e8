import { type Diet, dietsMarkedIn } from '@dineward/core/merchants/diets.rules.ts'
import { weekOpenings } from '@dineward/core/merchants/opening-hours.rules.ts'
import { foldText, nameEnd } from '@dineward/core/search/search-text.rules.ts'
import Flatbush from 'flatbush'
import { flagsOf } from '../search-flags.rules.ts'
import { unitVector } from '../sphere.rules.ts'
import { GrowableArray } from './growable-array.snapshot.ts'
import { labelsByCount } from './labels.snapshot.ts'
import { type BuiltSegment, noBonus, noLastDay, type TermRows } from './segment.snapshot.ts'
import { inverse, rankBy, rowsByTerm, sortByPlace } from './segment-orders.builder.ts'
import type { MerchantText, TextWriter } from './summaries.snapshot.ts'
import { dishMark, type TermIds } from './term-ids.snapshot.ts'

/** A restaurant at a partner, as `search-rows.read.ts` reads it. */
export type SearchRow = readonly [
  partnerId: string,
  merchant: MerchantText,
  latitude: number,
  longitude: number,
  priceRange: number,
  takesBookings: boolean,
  features: readonly string[],
  mealsServed: readonly string[],
  benefitDays: readonly string[],
  rating: number | null,
  joinedOn: number,
  leftOn: number | null,
  timezone: string,
  campaignCodes: readonly string[],
  bonus: number | null,
  searchText: string,
  dishes: readonly string[],
  diets: readonly string[],
  hours: string,
]

/** Add the rows of one partner in any order. */
export class SegmentBuilder {
  readonly #texts: TextWriter
  readonly #columns = newColumns()
  readonly #terms = new TermLists()
  readonly #nameTerms = new TermLists()
  readonly #dishTerms = new Map<string, number>()
  readonly #dietsOfText = new Map<string, readonly Diet[]>()
  readonly #termIds: TermIds
  readonly #ids: string[] = []
  readonly #names: string[] = []
  readonly #dishes = new Map<string, number>()
  readonly #cuisines = new Map<string, number>()
  readonly #lists = {
    cuisines: new DistinctLists(),
    campaigns: new DistinctLists(),
    timezones: new DistinctLists(),
    hours: new DistinctLists(),
  }

  constructor(texts: TextWriter, termIds: TermIds) {
    this.#texts = texts
    this.#termIds = termIds
  }

  add([, merchant, latitude, longitude, priceRange, takesBookings, ...rest]: SearchRow): void {
    const [features, mealsServed, benefitDays, rating, joinedOn, leftOn, ...others] = rest
    const [timezone, campaignCodes, bonus, searchText, ...menuAndHours] = others
    const [dishes, diets, hours] = menuAndHours
    const [id, , , , , , , , , acclaimedLevel, openTableId, cuisines] = merchant
    const lists = this.#lists
    const source = {
      priceRange,
      acclaimedLevel,
      takesBookings,
      openTableId,
      features,
      mealsServed,
      benefitDays,
      diets: [...diets, ...[...cuisines, ...dishes].flatMap(text => this.#markedIn(text))],
    }
    const values: Record<keyof Columns, number> = {
      ...unitVector({ latitude, longitude }),
      latitude,
      longitude,
      flags: flagsOf(source),
      rating: rating === null ? -1 : Math.round(rating * 10),
      joinedOn,
      leftOn: leftOn ?? noLastDay,
      timezone: lists.timezones.indexOf([timezone]),
      campaigns: lists.campaigns.indexOf(campaignCodes),
      cuisines: lists.cuisines.indexOf(cuisines.toSorted()),
      hours: lists.hours.indexOf([timezone, hours]),
      bonus: bonus ?? noBonus,
      text: this.#texts.write(merchant),
    }
    for (const name of columnNames) this.#columns[name].push(values[name])
    this.#ids.push(id)
    const [sortName = ''] = searchText.split(nameEnd, 1)
    this.#names.push(sortName)
    const idOf = (term: string) => this.#termIds.idOf(term)
    const inDishes = new Set(dishes.map(dish => this.#dishTermOf(dish)))
    this.#terms.add([...Array.from(distinctWords(searchText), idOf), ...inDishes])
    this.#nameTerms.add(Array.from(distinctWords(sortName), idOf))
    countEach(this.#dishes, dishes)
    countEach(this.#cuisines, cuisines)
  }

  /** Folding is slow, and dishes are on many menus. */
  #dishTermOf(dish: string): number {
    const known = this.#dishTerms.get(dish)
    if (known !== undefined) return known
    const term = this.#termIds.idOf(dishMark + foldText(dish))
    this.#dishTerms.set(dish, term)
    return term
  }

  #markedIn(text: string): readonly Diet[] {
    const known = this.#dietsOfText.get(text) ?? dietsMarkedIn(text)
    this.#dietsOfText.set(text, known)
    return known
  }

  finish(): BuiltSegment {
    const order = sortByPlace(this.#columns.latitude.values(), this.#columns.longitude.values())
    const columns = sortColumns(this.#columns, order)
    const rowOfAdded = inverse(order)
    const rowsById = sortByText(this.#ids).map(added => rowOfAdded[added]!)
    const byId = inverse(rowsById)
    const { names, ...sets } = cuisineSets(this.#lists.cuisines.all)
    return {
      size: byId.length,
      ...columns,
      places: placesOf(columns.latitude, columns.longitude),
      byId,
      rowsById,
      byRating: rankBy(columns.rating, byId, 'descending'),
      byNewest: rankBy(columns.joinedOn, byId, 'descending'),
      byName: rankBy(nameRanks(this.#names, order), byId, 'ascending'),
      ...sets,
      ...this.#terms.byTerm(rowOfAdded),
      ofNames: this.#nameTerms.byTerm(rowOfAdded),
      lists: {
        cuisines: names,
        campaigns: this.#lists.campaigns.all,
        timezones: this.#lists.timezones.all.map(([timezone]) => timezone!),
        hours: this.#lists.hours.all.map(([timezone = '', hours = '{}']) => ({
          timezone: this.#lists.timezones.indexOf([timezone]),
          openings: weekOpenings(JSON.parse(hours)),
        })),
      },
      dishLabels: labelsByCount(this.#dishes),
      cuisineLabels: labelsByCount(this.#cuisines),
    }
  }
}

function countEach(counts: Map<string, number>, texts: readonly string[]): void {
  for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1)
}

/** The terms of each added row. */
class TermLists {
  readonly #count = new GrowableArray(Uint32Array)
  readonly #terms = new GrowableArray(Uint32Array)

  add(terms: readonly number[]): void {
    this.#count.push(terms.length)
    this.#terms.append(terms)
  }

  byTerm(rowOfAdded: Uint32Array): TermRows {
    return rowsByTerm(this.#count.values(), this.#terms.values(), rowOfAdded)
  }
}

function placesOf(latitude: Float64Array, longitude: Float64Array): ArrayBuffer | null {
  if (latitude.length === 0) return null
  const places = new Flatbush(latitude.length)
  for (const [row, degrees] of latitude.entries()) places.add(longitude[row]!, degrees)
  places.finish()
  return places.data as ArrayBuffer
}

const distinctWords = (text: string): Set<string> =>
  new Set(text.split(' ').filter(word => word !== '' && word !== nameEnd.trim()))

const newColumns = () => ({
  x: new GrowableArray(Float64Array),
  y: new GrowableArray(Float64Array),
  z: new GrowableArray(Float64Array),
  latitude: new GrowableArray(Float64Array),
  longitude: new GrowableArray(Float64Array),
  flags: new GrowableArray(Uint32Array),
  cuisines: new GrowableArray(Uint32Array),
  campaigns: new GrowableArray(Uint32Array),
  timezone: new GrowableArray(Uint32Array),
  hours: new GrowableArray(Uint32Array),
  rating: new GrowableArray(Int32Array),
  joinedOn: new GrowableArray(Int32Array),
  leftOn: new GrowableArray(Int32Array),
  bonus: new GrowableArray(Int32Array),
  text: new GrowableArray(Uint32Array),
})
type Columns = ReturnType<typeof newColumns>
const columnNames = Object.keys(newColumns()) as (keyof Columns)[]

function sortColumns(columns: Columns, order: Uint32Array) {
  const sorted = columnNames.map(name => {
    const values = columns[name].values()
    return [name, values.slice().map((_, row) => values[order[row]!]!)]
  })
  return Object.fromEntries(sorted) as { [name in keyof Columns]: ReturnType<Columns[name]['values']> }
}

class DistinctLists {
  readonly all: (readonly string[])[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(words: readonly string[]): number {
    const key = words.join('\n')
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.all.length)
    return this.all.push(words) - 1
  }
}

function cuisineSets(sets: readonly (readonly string[])[]) {
  const indexes = new Map<string, number>()
  const setStart = new GrowableArray(Uint32Array)
  const setCuisines = new GrowableArray(Uint32Array)
  for (const set of sets) {
    setStart.push(setCuisines.length)
    for (const name of set) {
      const index = indexes.get(name) ?? indexes.size
      indexes.set(name, index)
      setCuisines.push(index)
    }
  }
  setStart.push(setCuisines.length)
  return {
    names: [...indexes.keys()],
    setStart: setStart.values().slice(),
    setCuisines: setCuisines.values().slice(),
  }
}

/** Equal names share a rank. */
function nameRanks(names: readonly string[], order: Uint32Array): Uint32Array {
  const sorted = [...new Set(names)].sort(byCodePoint)
  const rankOf = new Map(sorted.map((name, rank) => [name, rank]))
  return order.map(added => rankOf.get(names[added]!)!)
}

const sortByText = (texts: readonly string[]): Uint32Array =>
  Uint32Array.from(texts.keys()).sort((a, b) => byCodePoint(texts[a]!, texts[b]!))

/** Compare as collation "C" does, by code points; `<` compares UTF-16 units. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return weight(left) - weight(right)
  }
  return a.length - b.length
}

/** Surrogates sort above all other units. */
const weight = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
