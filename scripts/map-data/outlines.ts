import { feature, merge, mesh, meshArcs } from 'topojson-client'
import type { GeometryObject, MultiLineString, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import { census, neighbors, polygonsOf, type Rings, theStates, world } from './atlas.ts'
import { greatLakeBoxes, greatLakes, inlandLakes } from './lakes.ts'
import { type PackedLine, type Position, packLine } from './pack-lines.ts'

/** Islands narrower than this are left out where the restaurants are not; degrees. */
const narrowest = { neighbors: 0.15, far: 1 }

export interface Outlines {
  readonly world: readonly (readonly PackedLine[])[]
  readonly us: readonly (readonly PackedLine[])[]
  readonly lakes: readonly (readonly PackedLine[])[]
  readonly lakeLand: readonly (readonly PackedLine[])[]
  readonly lakeShores: readonly PackedLine[]
  readonly ponds: readonly (readonly PackedLine[])[]
  readonly stateLines: readonly PackedLine[]
  readonly countryLines: readonly PackedLine[]
}

export function outlines(): Outlines {
  const { countries } = world.objects
  const near = merged(
    world,
    countries.geometries.filter(({ id }) => neighbors.has(String(id))),
  )
  const far = merged(
    world,
    countries.geometries.filter(({ id }) => !neighbors.has(String(id)) && String(id) !== theStates),
  )
  const us = polygonsOf(world, countries, id => id === theStates)
  const byLakes = census.objects.counties.geometries.filter(isByGreatLake)
  return {
    world: [...polygons(near, narrowest.neighbors), ...polygons(far, narrowest.far)],
    us: polygons(us),
    lakes: polygons(greatLakes),
    lakeLand: polygons(merged(census, byLakes)),
    lakeShores: lines(
      mesh(census, census.objects.counties as GeometryObject, (a, b) => a === b && isByGreatLake(a))
        .coordinates,
    ),
    ponds: polygons(inlandLakes),
    stateLines: lines(mesh(census, census.objects.states as GeometryObject, (a, b) => a !== b).coordinates),
    countryLines: lines(
      mesh(world, countries as GeometryObject, (a, b) => a !== b && isNear(a) && isNear(b)).coordinates,
    ),
  }
}

export interface State {
  /** It has two digits, from FIPS. */
  readonly id: string
  readonly name: string
  readonly bounds: readonly [west: number, south: number, east: number, north: number]
  /** It is the place of its label: the middle of its largest part. */
  readonly middle: Position
}

export function states(): State[] {
  return census.objects.states.geometries
    .map(geometry => {
      const collection = { type: 'GeometryCollection' as const, geometries: [geometry] }
      const rings = polygonsOf(census, collection, () => true).map(([outer]) => outer!)
      const largest = rings.reduce((best, ring) =>
        Math.abs(areaOf(ring)) > Math.abs(areaOf(best)) ? ring : best,
      )
      return {
        id: String(geometry.id),
        name: (geometry.properties as { name: string }).name,
        bounds: boundsOf(rings.flat()),
        middle: centroidOf(largest),
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** One line per arc, so that all of them end where they meet. */
export function countyLines(state: string): PackedLine[] {
  const inState = (geometry: GeometryObject) => String(geometry.id).startsWith(state)
  const counties = census.objects.counties as GeometryObject
  const shared = meshArcs(census, counties, (a, b) => a !== b && inState(a) && inState(b))
  const arcByArc: MultiLineString = { type: 'MultiLineString', arcs: shared.arcs.flat().map(arc => [arc]) }
  return lines(feature(census, arcByArc).geometry.coordinates)
}

const isNear = ({ id }: GeometryObject) => neighbors.has(String(id)) || String(id) === theStates

function isByGreatLake(county: GeometryObject): boolean {
  const rings = polygonsOf(
    census,
    { type: 'GeometryCollection', geometries: [county as Polygon] },
    () => true,
  )
  const [west, south, east, north] = boundsOf(rings.flat(2) as Position[])
  return greatLakeBoxes.some(
    ([boxWest, boxSouth, boxEast, boxNorth]) =>
      west < boxEast && boxWest < east && south < boxNorth && boxSouth < north,
  )
}

/** It is one shape, without the edges between its parts. */
function merged(topology: Topology, shapes: readonly GeometryObject[]): Rings[] {
  return merge(topology, shapes as (Polygon | MultiPolygon)[]).coordinates as unknown as Rings[]
}

function polygons(all: readonly Rings[], narrowestDegrees = 0): PackedLine[][] {
  return all
    .filter(([outer]) => widthOf(outer!) >= narrowestDegrees)
    .map(rings => rings.map(ring => packLine(ring, 4)).filter(packed => packed !== null))
    .filter(rings => rings.length > 0)
}

function lines(all: readonly (readonly (readonly number[])[])[]): PackedLine[] {
  return (all as readonly (readonly Position[])[])
    .map(line => packLine(line))
    .filter(packed => packed !== null)
}

function widthOf(points: readonly Position[]): number {
  const [west, south, east, north] = boundsOf(points)
  return Math.max(east - west, north - south)
}

function boundsOf(points: readonly Position[]): [number, number, number, number] {
  const round = (degrees: number) => Math.round(degrees * 100) / 100
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [round(Math.min(...xs)), round(Math.min(...ys)), round(Math.max(...xs)), round(Math.max(...ys))]
}

function areaOf(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

function centroidOf(ring: readonly Position[]): Position {
  const area = areaOf(ring)
  const [x, y] = ring.reduce(
    ([sumX, sumY], [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!
      const cross = x * nextY - nextX * y
      return [sumX + (x + nextX) * cross, sumY + (y + nextY) * cross] as const
    },
    [0, 0] as readonly [number, number],
  )
  return [x / (6 * area), y / (6 * area)]
}
