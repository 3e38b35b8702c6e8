import type { MapPin } from './map-props.ts'

export interface Cluster {
  readonly key: string
  readonly longitude: number
  readonly latitude: number
  readonly pins: readonly MapPin[]
  /** Offset in px, for restaurants at one address. */
  readonly shift: readonly [x: number, y: number]
}

/** Minimum distance of two markers, in px. */
const apart = 50
/** From this zoom on, only restaurants at one address overlap: they are spread around it. */
export const closestZoom = 17
const spreadRadius = 30

/** Cluster zoom in half steps, so that small zooms do not change clusters. */
export const clusterZoom = (zoom: number): number => Math.min(Math.floor(zoom * 2) / 2, closestZoom)

/**
 * Cluster restaurants greedily in their order, so that no two markers overlap. `alone` is never clustered, since its
 * popup is open.
 */
export function clusterPins(pins: readonly MapPin[], zoom: number, alone: string | null): Cluster[] {
  const cells = new Map<string, number[]>()
  const spots = pins.map(pin => worldPixels(pin, zoom))
  const cellOf = ([x, y]: Spot) => [Math.floor(x / apart), Math.floor(y / apart)] as const
  for (const [index, spot] of spots.entries()) {
    const key = cellOf(spot).join()
    const cell = cells.get(key)
    if (cell) cell.push(index)
    else cells.set(key, [index])
  }
  const taken = new Set<number>()
  const clusters: Cluster[] = []
  for (const [index, spot] of spots.entries()) {
    if (taken.has(index)) continue
    const [column, row] = cellOf(spot)
    const isAlone = pins[index]!.id === alone
    const members = isAlone
      ? [index]
      : neighbors(cells, column, row).filter(
          other =>
            !taken.has(other) &&
            pins[other]!.id !== alone &&
            Math.hypot(spots[other]![0] - spot[0], spots[other]![1] - spot[1]) < apart,
        )
    for (const member of members) taken.add(member)
    clusters.push(
      ...clusterOf(
        members.map(member => pins[member]!),
        zoom,
      ),
    )
  }
  return clusters
}

/** Top to bottom, left to right. `place` is the position on screen. */
export function inReadingOrder<Marker>(
  markers: readonly Marker[],
  place: (marker: Marker) => { readonly x: number; readonly y: number },
): Marker[] {
  const line = (marker: Marker) => Math.floor(place(marker).y / apart)
  return [...markers].sort((a, b) => line(a) - line(b) || place(a).x - place(b).x)
}

type Spot = readonly [x: number, y: number]

/** Mercator projection, the world 512 px wide at zoom 0. */
function worldPixels({ longitude, latitude }: MapPin, zoom: number): Spot {
  const size = 512 * 2 ** zoom
  const sine = Math.min(Math.max(Math.sin((latitude * Math.PI) / 180), -0.9999), 0.9999)
  return [(longitude / 360 + 0.5) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}

/** Sorted, so that clusters do not depend on the grid cells. */
function neighbors(cells: ReadonlyMap<string, readonly number[]>, column: number, row: number): number[] {
  const around = [-1, 0, 1].flatMap(x => [-1, 0, 1].map(y => `${column + x},${row + y}`))
  return around.flatMap(key => cells.get(key) ?? []).sort((a, b) => a - b)
}

function clusterOf(pins: readonly MapPin[], zoom: number): Cluster[] {
  const [first] = pins
  if (!first) return []
  if (pins.length === 1 || zoom >= closestZoom)
    return pins.map((pin, index) => ({
      key: pin.id,
      longitude: pin.longitude,
      latitude: pin.latitude,
      pins: [pin],
      shift: pins.length === 1 ? [0, 0] : around(index, pins.length),
    }))
  return [
    {
      key: `${first.id}+${pins.length}`,
      longitude: first.longitude,
      latitude: first.latitude,
      pins,
      shift: [0, 0],
    },
  ]
}

function around(index: number, count: number): [number, number] {
  const angle = (index / count) * 2 * Math.PI
  const radius = Math.max(spreadRadius, (count * 32) / (2 * Math.PI))
  return [Math.round(Math.sin(angle) * radius), Math.round(-Math.cos(angle) * radius)]
}
