import type { MapPin } from '../map-props.ts'

export interface Cluster {
  readonly key: string
  readonly longitude: number
  readonly latitude: number
  readonly pins: readonly MapPin[]
  /** It is the offset in px from the first restaurant. */
  readonly shift: readonly [x: number, y: number]
  readonly hasLabel: boolean
}

/** It is in px: 24 and one for rounding (WCAG 2.5.8 Target Size, spacing). */
export const apart = 25
/** It is half of the box of a marker without a label. */
const halfBox = 11
/** It is half of the width that a marker without a label takes. */
const bare = apart / 2
/** It goes from the center of one marker to the box of another. */
const clearance = apart - halfBox
/** At least as large as the distance of the farthest markers without labels that are too close. */
const cellSize = 30
/** It is the width of a marker with this label, in px, and at least what the stylesheet makes of it. */
const labelWidth = (label: string): number => 18 + 8 * label.length
/** How far a marker may be from its restaurant before it loses its label, and before it joins a cluster, in px. */
const farthestLabelShift = 32
const farthestShift = 40
/** Markers within it are read from left to right, in px. */
const lineHeight = 50
/** From this zoom on nothing is clustered. */
export const closestZoom = 17

/** Cluster zoom in half steps, so that small zooms do not change clusters. */
export const clusterZoom = (zoom: number): number => Math.min(Math.floor(zoom * 2) / 2, closestZoom)

/**
 * Markers that do not overlap. A restaurant whose place is taken moves aside a little, else it loses its label, else it
 * joins the nearest marker. This depends on the zoom alone, so that choosing a restaurant moves no other.
 */
export function clusterPins(pins: readonly MapPin[], zoom: number): Cluster[] {
  const markers = new MarkerGrid(Math.max(0, ...pins.map(({ label }) => labelWidth(label))))
  for (const pin of pins) {
    const spot = worldPixels(pin, zoom)
    const labeled = labelWidth(pin.label) / 2
    const forLabel = pin.label && labelShifts.find(shift => markers.isFree(moved(spot, shift), labeled))
    if (forLabel) {
      markers.add(pin, spot, forLabel, labeled)
      continue
    }
    const free = shifts(zoom).find(shift => markers.isFree(moved(spot, shift), bare))
    if (free) markers.add(pin, spot, free, bare)
    else markers.nearest(spot).pins.push(pin)
  }
  return markers.all.map(clusterOf)
}

interface Marker {
  readonly at: Spot
  /** It is in px. */
  readonly halfWidth: number
  readonly shift: Spot
  readonly pins: [MapPin, ...MapPin[]]
}

class MarkerGrid {
  readonly all: Marker[] = []
  readonly #cells = new Map<string, Marker[]>()
  readonly #reach: number

  constructor(widestLabel: number) {
    this.#reach = Math.max(1, Math.ceil(widestLabel / cellSize))
  }

  add(pin: MapPin, spot: Spot, shift: Spot, halfWidth: number): void {
    const marker: Marker = { at: moved(spot, shift), halfWidth, shift, pins: [pin] }
    const key = cellOf(marker.at).join()
    const cell = this.#cells.get(key)
    this.all.push(marker)
    if (cell) cell.push(marker)
    else this.#cells.set(key, [marker])
  }

  isFree(spot: Spot, halfWidth: number): boolean {
    return this.near(spot, this.#reach).every(other =>
      halfWidth === bare && other.halfWidth === bare
        ? isClear(other.at, spot)
        : Math.abs(other.at[1] - spot[1]) >= apart ||
          Math.abs(other.at[0] - spot[0]) >= halfWidth + other.halfWidth,
    )
  }

  /** A restaurant whose surroundings are full joins this marker. */
  nearest(spot: Spot): Marker {
    return this.near(spot, Math.max(3, this.#reach)).reduce((best, marker) =>
      distance(marker.at, spot) < distance(best.at, spot) ? marker : best,
    )
  }

  near(spot: Spot, cells: number): Marker[] {
    const [column, row] = cellOf(spot)
    const steps = Array.from(Array(2 * cells + 1).keys(), step => step - cells)
    return steps.flatMap(x => steps.flatMap(y => this.#cells.get(`${column + x},${row + y}`) ?? []))
  }
}

function clusterOf({ pins, halfWidth, shift }: Marker): Cluster {
  const [first, ...others] = pins
  return {
    key: others.length === 0 ? first.id : `${first.id}+${pins.length}`,
    longitude: first.longitude,
    latitude: first.latitude,
    pins,
    shift,
    hasLabel: others.length === 0 && halfWidth !== bare,
  }
}

/** It goes from top to bottom, left to right. `place` is the position on screen. */
export function inReadingOrder<Marker>(
  markers: readonly Marker[],
  place: (marker: Marker) => { readonly x: number; readonly y: number },
): Marker[] {
  const line = (marker: Marker) => Math.floor(place(marker).y / lineHeight)
  return [...markers].sort((a, b) => line(a) - line(b) || place(a).x - place(b).x)
}

type Spot = readonly [x: number, y: number]

/** It is the Mercator projection, with the world 512 px wide at zoom 0. */
function worldPixels({ longitude, latitude }: MapPin, zoom: number): Spot {
  const size = 512 * 2 ** zoom
  const sine = Math.min(Math.max(Math.sin((latitude * Math.PI) / 180), -0.9999), 0.9999)
  return [(longitude / 360 + 0.5) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}

const cellOf = ([x, y]: Spot): Spot => [Math.floor(x / cellSize), Math.floor(y / cellSize)]
const moved = ([x, y]: Spot, [right, down]: Spot): Spot => [x + right, y + down]
/** A corner of the box is farther from its center than an edge. */
const isClear = ([x1, y1]: Spot, [x2, y2]: Spot): boolean =>
  Math.hypot(Math.max(Math.abs(x1 - x2) - halfBox, 0), Math.max(Math.abs(y1 - y2) - halfBox, 0)) >= clearance
const distance = (one: Spot, other: Spot): number => Math.hypot(one[0] - other[0], one[1] - other[1])

/** They go in rings, the nearest first. Far ones are used only where nothing is clustered. */
const labelShifts = ringsUpTo(farthestLabelShift)
const nearShifts = ringsUpTo(farthestShift)
const allShifts = ringsUpTo(50 * apart)
const shifts = (zoom: number): readonly Spot[] => (zoom >= closestZoom ? allShifts : nearShifts)

function ringsUpTo(farthest: number): Spot[] {
  const rings: Spot[] = [[0, 0]]
  for (let radius = 8; radius <= farthest; radius += 8) {
    const count = Math.round((2 * Math.PI * radius) / 12)
    for (let index = 0; index < count; index += 1) {
      const angle = (index / count) * 2 * Math.PI
      rings.push([Math.round(Math.sin(angle) * radius), Math.round(-Math.cos(angle) * radius)])
    }
  }
  return rings
}
