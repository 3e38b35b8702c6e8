import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import type { Wording } from '@dineward/core/search/search-tiers.rules.ts'
import { isListedFlag } from '../search-flags.rules.ts'
import { unitVector } from '../sphere.rules.ts'
import { chordTo, reserve, type Scratch } from './matches.snapshot.ts'
import type { Segment } from './segment.snapshot.ts'
import { rowsWithWords } from './terms.snapshot.ts'

/** A row with the squared chord to the place from which it is near. */
export type NearRow = readonly [chord: number, row: number]

/** The first listed rows that have the words in their names. */
export function listedRows(segment: Segment, wording: Wording, most: number, scratch: Scratch): number[] {
  reserve(scratch, segment)
  const size = rowsWithWords(segment.ofNames, { anyOf: [wording], noneOf: [] }, scratch)
  const rows: number[] = []
  for (let at = 0; at < size && rows.length < most; at++) {
    const row = scratch.matches[at]!
    if ((segment.flags[row]! & isListedFlag) !== 0) rows.push(row)
  }
  return rows
}

/** The listed rows with the words in their names that are nearest, in their order. */
export function nearestRows(
  segment: Segment,
  wording: Wording,
  from: Place,
  most: number,
  scratch: Scratch,
): NearRow[] {
  reserve(scratch, segment)
  const size = rowsWithWords(segment.ofNames, { anyOf: [wording], noneOf: [] }, scratch)
  const center = unitVector(from)
  const nearest: NearRow[] = []
  for (let at = 0; at < size; at++) {
    const row = scratch.matches[at]!
    if ((segment.flags[row]! & isListedFlag) === 0) continue
    const chord = chordTo(segment, center, row)
    if (nearest.length === most && chord >= nearest[most - 1]![0]) continue
    const place = nearest.findLastIndex(([other]) => other <= chord) + 1
    nearest.splice(place, 0, [chord, row])
    nearest.length = Math.min(nearest.length, most)
  }
  return nearest
}
