import type { SummaryRow } from '../../merchants/merchants.view.ts'
import { benefitDaysOf, hasFlag, priceOf } from '../search-flags.rules.ts'
import { dateOfDay } from './dates.snapshot.ts'
import { GrowableArray } from './growable-array.snapshot.ts'
import { noBonus, noLastDay, type Segment } from './segment.snapshot.ts'

/* JSON is kept in one block outside of the heap: a million objects would slow down every garbage collection. */

export interface MerchantTexts {
  readonly bytes: Uint8Array
  /** Text n is from `start[n]` to `start[n + 1]`. */
  readonly start: Uint32Array
}

/** The part of a `SummaryRow` that is in no column of the segment. */
export type MerchantText = readonly [
  id: string,
  name: string,
  source: string,
  numberOfRatings: number,
  street: string,
  city: string,
  state: string,
  zipCode: string,
  neighborhood: string,
  acclaimedLevel: number,
  openTableId: string | null,
  cuisines: readonly string[],
  photoCode: string,
]

export class TextWriter {
  readonly #numbers = new Map<string, number>()
  readonly #bytes = new GrowableArray(Uint8Array)
  readonly #start = new GrowableArray(Uint32Array)
  readonly #encoder = new TextEncoder()

  /** It writes each restaurant once. @returns its number. */
  write(text: MerchantText): number {
    const known = this.#numbers.get(text[0])
    if (known !== undefined) return known
    this.#start.push(this.#bytes.length)
    this.#bytes.append(this.#encoder.encode(JSON.stringify(text)))
    this.#numbers.set(text[0], this.#numbers.size)
    return this.#numbers.size - 1
  }

  finish(): MerchantTexts {
    this.#start.push(this.#bytes.length)
    return { bytes: this.#bytes.values().slice(), start: this.#start.values().slice() }
  }
}

const decoder = new TextDecoder()

export function readText({ bytes, start }: MerchantTexts, number: number): MerchantText {
  return JSON.parse(decoder.decode(bytes.subarray(start[number]!, start[number + 1]!)))
}

export function summaryAt(segment: Segment, texts: MerchantTexts, row: number): SummaryRow {
  const [id, name, source, numberOfRatings, ...rest] = readText(texts, segment.text[row]!)
  const [street, city, state, zipCode, neighborhood, acclaimedLevel, openTableId, cuisines, photoCode] = rest
  const { lists } = segment
  const flags = segment.flags[row]!
  const rating = segment.rating[row]!
  const leftOn = segment.leftOn[row]!
  const bonus = segment.bonus[row]!
  return {
    id,
    name,
    source,
    numberOfRatings,
    street,
    city,
    state,
    zipCode,
    neighborhood,
    openTableId,
    photoCode,
    acclaimedLevel,
    cuisines: cuisines as string[],
    campaignCodes: lists.campaigns[segment.campaigns[row]!] as string[],
    timezone: lists.timezones[segment.timezone[row]!]!,
    priceRange: priceOf(flags),
    rating: rating < 0 ? null : rating / 10,
    latitude: segment.latitude[row]!,
    longitude: segment.longitude[row]!,
    takesBookings: hasFlag(flags, 'takesBookings'),
    joinedOn: dateOfDay(segment.joinedOn[row]!),
    leftOn: leftOn === noLastDay ? null : dateOfDay(leftOn),
    benefitDays: benefitDaysOf(flags),
    reservationBonus: bonus === noBonus ? null : bonus,
  }
}
