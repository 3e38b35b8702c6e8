import { growing } from './growing.snapshot.ts'

/*
 * What a list says of each restaurant, as JSON in one block outside of the heap, shared by the partners. A million
 * objects would keep the garbage collector busy; twenty texts are read in microseconds.
 */

export interface MerchantTexts {
  readonly bytes: Uint8Array
  /** Text n is from `start[n]` to `start[n + 1]`. */
  readonly start: Uint32Array
}

/** The restaurant's own part of a summary that is no column of the segment. */
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

export interface TextWriter {
  /** The number of the restaurant's text: the same one however often it is given. */
  write(text: MerchantText): number
  finish(): MerchantTexts
}

export function createTextWriter(): TextWriter {
  const numbers = new Map<string, number>()
  const bytes = growing(Uint8Array)
  const start = growing(Uint32Array)
  const encoder = new TextEncoder()
  return {
    write(text) {
      let number = numbers.get(text[0])
      if (number !== undefined) return number
      number = numbers.size
      numbers.set(text[0], number)
      start.push(bytes.length)
      bytes.append(encoder.encode(JSON.stringify(text)))
      return number
    },
    finish() {
      start.push(bytes.length)
      return { bytes: bytes.values().slice(), start: start.values().slice() }
    },
  }
}

const decoder = new TextDecoder()

export function readText({ bytes, start }: MerchantTexts, number: number): MerchantText {
  return JSON.parse(decoder.decode(bytes.subarray(start[number]!, start[number + 1]!)))
}
