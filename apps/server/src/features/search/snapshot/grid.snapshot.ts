import { type Bounds, earthRadiusMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { degrees, radians } from '../sphere.rules.ts'
import {
  bandOf,
  cellsPerDegree,
  columnOf,
  gridColumns,
  lowerBound,
  type Segment,
} from './segment.snapshot.ts'

/** Runs of rows, three numbers each: from, to, and 1 where each row has to be measured, 0 where all are inside. */
export type Runs = number[]

/** In ascending order. */
export function runsAround(segment: Segment, center: Place, radiusMiles: number): Runs {
  const runs: Runs = []
  const angle = radiusMiles / earthRadiusMiles
  const reach = degrees(angle)
  const first = bandOf(center.latitude - reach - epsilon)
  const last = bandOf(center.latitude + reach + epsilon)
  const [begin, end] = rowsOfBands(segment, first, last)
  if (end - begin <= (last - first + 1) * minRowsPerBand) {
    addRows(runs, begin, end, 1)
    return runs
  }
  for (let band = first; band <= last; band++) {
    if (segment.bandStart[band] === segment.bandStart[band + 1]) continue
    const { outer, inner } = halfWidths(center, angle, band)
    const [west, east] = [center.longitude - outer, center.longitude + outer]
    if (outer >= 180) addRun(runs, segment, band, -180, 180, 1)
    else if (west < -180) {
      addRun(runs, segment, band, -180, east, 1)
      addRun(runs, segment, band, west + 360, 180, 1)
    } else if (east > 180) {
      addRun(runs, segment, band, -180, east - 360, 1)
      addRun(runs, segment, band, west, 180, 1)
    } else
      addRunWithMiddle(
        runs,
        segment,
        band,
        [west, east],
        [center.longitude - inner, center.longitude + inner],
      )
  }
  return runs
}

export function runsInBox(segment: Segment, { west, south, east, north }: Bounds): Runs {
  const runs: Runs = []
  const [first, last] = [bandOf(south), bandOf(north)]
  for (let band = first; band <= last; band++) {
    if (segment.bandStart[band] === segment.bandStart[band + 1]) continue
    if (west > east) {
      addRun(runs, segment, band, -180, east, 1)
      addRun(runs, segment, band, west, 180, 1)
    } else if (band === first || band === last) addRun(runs, segment, band, west, east, 1)
    else addRunWithMiddle(runs, segment, band, [west, east], [west, east])
  }
  return runs
}

/** Measuring this many rows takes as long as computing the width of the circle in one band. */
const minRowsPerBand = 64

function rowsOfBands({ cellStart, bandStart }: Segment, first: number, last: number) {
  return [cellStart[bandStart[first]!]!, cellStart[bandStart[last + 1]!]!] as const
}

/** Degrees: more than any rounding error, far less than a cell. */
const epsilon = 1e-9

/** Half the width of a circle in a band, in degrees. `inner` is negative where part of the band is outside. */
function halfWidths(center: Place, angle: number, band: number): { outer: number; inner: number } {
  const [low, high] = [center.latitude - degrees(angle), center.latitude + degrees(angle)]
  const south = band / cellsPerDegree - 90
  const north = south + 1 / cellsPerDegree
  const [first, second] = [
    halfWidthAt(center, angle, Math.max(south, low)),
    halfWidthAt(center, angle, Math.min(north, high)),
  ]
  const widestSine = Math.sin(radians(center.latitude)) / Math.cos(angle)
  const widest = Math.abs(widestSine) < 1 ? degrees(Math.asin(widestSine)) : 90
  const middle = widest > south && widest < north ? halfWidthAt(center, angle, widest) : 0
  return {
    outer: Math.max(first, second, middle) + epsilon * 1_000,
    inner: south < low + epsilon || north > high - epsilon ? -1 : Math.min(first, second) - epsilon * 1_000,
  }
}

function halfWidthAt(center: Place, angle: number, latitude: number): number {
  const up = Math.sin(radians(latitude - center.latitude) / 2)
  const room = Math.cos(radians(center.latitude)) * Math.cos(radians(latitude))
  const share = (Math.sin(angle / 2) ** 2 - up * up) / room
  if (!(share > 0)) return room > 0 ? 0 : 180
  return share >= 1 ? 180 : degrees(2 * Math.asin(Math.sqrt(share)))
}

type Longitudes = readonly [west: number, east: number]

/** Rows of cells that lie within `middle` are not measured. */
function addRunWithMiddle(
  runs: Runs,
  segment: Segment,
  band: number,
  [west, east]: Longitudes,
  middle: Longitudes,
): void {
  const begin = rowAt(segment, band, columnOf(west))
  const end = rowAt(segment, band, columnOf(east) + 1)
  if (begin === end) return
  const firstWhole = Math.ceil((middle[0] + 180) * cellsPerDegree + epsilon)
  const pastWhole = Math.floor((middle[1] + 180) * cellsPerDegree - epsilon)
  if (firstWhole >= pastWhole) {
    addRows(runs, begin, end, 1)
    return
  }
  const [whole, wholeEnd] = [rowAt(segment, band, firstWhole), rowAt(segment, band, pastWhole)]
  addRows(runs, begin, whole, 1)
  addRows(runs, whole, wholeEnd, 0)
  addRows(runs, wholeEnd, end, 1)
}

function addRun(runs: Runs, segment: Segment, band: number, west: number, east: number, check: 0 | 1): void {
  addRows(runs, rowAt(segment, band, columnOf(west)), rowAt(segment, band, columnOf(east) + 1), check)
}

function addRows(runs: Runs, from: number, to: number, check: 0 | 1): void {
  if (from < to) runs.push(from, to, check)
}

function rowAt({ cells, cellStart, bandStart }: Segment, band: number, column: number): number {
  return cellStart[lowerBound(cells, band * gridColumns + column, bandStart[band]!, bandStart[band + 1]!)]!
}
