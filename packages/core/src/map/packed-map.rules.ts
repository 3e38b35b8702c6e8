/* Unpacks the default map's files, written by `scripts/map-data`. */

/** It has the start of a line in units, then the offset of each point; longitude and latitude alternate. */
type PackedLine = readonly number[]
type PackedPolygon = readonly PackedLine[]
type PackedPlace = readonly [name: string, longitude: number, latitude: number, zoom: number]

export interface MapOverview {
  readonly unitDegrees: number
  readonly world: readonly PackedPolygon[]
  readonly us: readonly PackedPolygon[]
  readonly lakes: readonly PackedPolygon[]
  readonly lakeLand: readonly PackedPolygon[]
  readonly lakeShores: readonly PackedLine[]
  readonly ponds: readonly PackedPolygon[]
  readonly stateLines: readonly PackedLine[]
  readonly countryLines: readonly PackedLine[]
  readonly places: readonly PackedPlace[]
  readonly states: readonly MapState[]
}

export type MapState = readonly [
  id: string,
  name: string,
  bounds: readonly [west: number, south: number, east: number, north: number],
  middle: Point,
]

export interface StateDetail {
  readonly countyLines: readonly PackedLine[]
  readonly places: readonly PackedPlace[]
  readonly zips: readonly (readonly [zip: string, longitude: number, latitude: number])[]
}

type Point = readonly [longitude: number, latitude: number]

interface Feature {
  readonly type: 'Feature'
  readonly geometry: object
  readonly properties: Readonly<Record<string, string | number>>
}

export const polygonFeature = (polygons: readonly PackedPolygon[], unitDegrees: number): Feature =>
  feature({
    type: 'MultiPolygon',
    coordinates: polygons.map(rings => rings.map(ring => unpackLine(ring, unitDegrees))),
  })

export const lineFeature = (lines: readonly PackedLine[], unitDegrees: number): Feature =>
  feature({ type: 'MultiLineString', coordinates: lines.map(line => unpackLine(line, unitDegrees)) })

/** Smaller `order` wins where labels collide. */
export const placeFeatures = (places: readonly PackedPlace[]): Feature[] =>
  places.map(([name, longitude, latitude, zoom], order) =>
    feature(
      { type: 'Point', coordinates: [longitude, latitude] },
      { name, zoom, order: zoom * 10_000 + order },
    ),
  )

export const stateFeatures = (states: readonly MapState[]): Feature[] =>
  states.map(([, name, , middle]) => feature({ type: 'Point', coordinates: middle }, { name }))

export const zipFeatures = (zips: StateDetail['zips']): Feature[] =>
  zips.map(([name, longitude, latitude]) =>
    feature({ type: 'Point', coordinates: [longitude, latitude] }, { name }),
  )

export function unpackLine(packed: PackedLine, unitDegrees: number): Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < packed.length; index += 2) {
    x += packed[index]!
    y += packed[index + 1]!
    points.push([x * unitDegrees, y * unitDegrees])
  }
  return points
}

const feature = (geometry: object, properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})
