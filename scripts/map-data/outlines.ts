import { createRequire } from 'node:module'
import type { Feature } from 'geojson'
import { feature, mesh, meshArcs } from 'topojson-client'
import type { GeometryCollection, GeometryObject, MultiLineString, Topology } from 'topojson-specification'
import { borderLakes, inlandLakes } from './lakes.ts'
import { type PackedLine, type Position, packLine, simplify } from './pack-lines.ts'

/*
 * Land, borders and states, from the US Census (us-atlas) and Natural Earth (world-atlas), both in the public domain.
 */

type Rings = readonly (readonly Position[])[]
type Named = { readonly name: string }
type Atlas<Names extends string> = Topology<Record<Names, GeometryCollection<Named>>>

const require = createRequire(import.meta.url)
const us = require('us-atlas/counties-10m.json') as Atlas<'counties' | 'states' | 'nation'>
const nearWorld = require('world-atlas/countries-50m.json') as Atlas<'countries'>
const farWorld = require('world-atlas/countries-110m.json') as Atlas<'countries'>

/** Drawn in more detail than the rest of the world: what is seen beside the US. ISO 3166 numbers. */
const neighbours = new Set([
  '124',
  '484',
  '192',
  '044',
  '388',
  '332',
  '214',
  '320',
  '084',
  '340',
  '222',
  '558',
  '188',
  '591',
  '060',
])
const theStates = '840'
const tolerances = { near: 0.012, far: 0.05 }
/** Islands below this width and height (degrees) are left out of the neighbours, of the far world those below the other. */
const smallest = { near: 0.08, far: 0.5 }

export interface Outlines {
  readonly world: readonly (readonly PackedLine[])[]
  readonly us: readonly (readonly PackedLine[])[]
  readonly borderLakes: readonly (readonly PackedLine[])[]
  readonly inlandLakes: readonly (readonly PackedLine[])[]
  readonly stateLines: readonly PackedLine[]
  readonly countryLines: readonly PackedLine[]
}

export function outlines(): Outlines {
  const near = polygonsOf(nearWorld, nearWorld.objects.countries, id => neighbours.has(id))
  const far = polygonsOf(farWorld, farWorld.objects.countries, id => !neighbours.has(id) && id !== theStates)
  return {
    world: [
      ...polygons(near, tolerances.near, smallest.near),
      ...polygons(far, tolerances.far, smallest.far),
    ],
    us: polygons(polygonsOf(us, us.objects.nation, () => true)),
    borderLakes: polygons(borderLakes),
    inlandLakes: polygons(inlandLakes),
    stateLines: lines(mesh(us, us.objects.states as GeometryObject, (a, b) => a !== b).coordinates),
    countryLines: lines(
      mesh(
        nearWorld,
        nearWorld.objects.countries as GeometryObject,
        (a, b) => a !== b && isNear(a) && isNear(b),
      ).coordinates,
      tolerances.near,
    ),
  }
}

export interface State {
  /** Two digits, FIPS. */
  readonly id: string
  readonly name: string
  readonly bounds: readonly [west: number, south: number, east: number, north: number]
  /** Where its name stands: the middle of its largest part. */
  readonly middle: Position
}

export function states(): State[] {
  return us.objects.states.geometries
    .map(geometry => {
      const rings = polygonsOf(us, { type: 'GeometryCollection', geometries: [geometry] }, () => true).map(
        polygon => polygon[0]!,
      )
      const largest = rings.reduce((best, ring) =>
        Math.abs(areaOf(ring)) > Math.abs(areaOf(best)) ? ring : best,
      )
      return {
        id: String(geometry.id),
        name: (geometry.properties as Named).name,
        bounds: boundsOf(rings.flat()),
        middle: centroidOf(largest),
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Lines between the counties of one state. An arc each: where lines meet, each of them ends. */
export function countyLines(state: string): PackedLine[] {
  const inState = (geometry: GeometryObject) => String(geometry.id).startsWith(state)
  const shared = meshArcs(
    us,
    us.objects.counties as GeometryObject,
    (a, b) => a !== b && inState(a) && inState(b),
  )
  const arcByArc: MultiLineString = { type: 'MultiLineString', arcs: shared.arcs.flat().map(arc => [arc]) }
  return lines(feature(us, arcByArc).geometry.coordinates)
}

const isNear = ({ id }: GeometryObject) => neighbours.has(String(id)) || String(id) === theStates

function polygonsOf(
  topology: Topology,
  collection: GeometryCollection,
  wanted: (id: string) => boolean,
): Rings[] {
  return collection.geometries
    .filter(({ id }) => wanted(String(id)))
    .flatMap(geometry => {
      const { geometry: shape } = feature(topology, geometry) as Feature
      if (shape.type === 'Polygon') return [shape.coordinates as unknown as Rings]
      return shape.type === 'MultiPolygon' ? (shape.coordinates as unknown as Rings[]) : []
    })
}

function polygons(all: readonly Rings[], tolerance = 0, smallestDegrees = 0): PackedLine[][] {
  return all
    .filter(([outer]) => isWide(outer!, smallestDegrees))
    .map(rings => rings.map(ring => packLine(simplify(ring, tolerance), 4)).filter(packed => packed !== null))
    .filter(rings => rings.length > 0)
}

function lines(all: readonly (readonly (readonly number[])[])[], tolerance = 0): PackedLine[] {
  return all
    .map(line => packLine(simplify(line as unknown as readonly Position[], tolerance)))
    .filter(packed => packed !== null)
}

function isWide(ring: readonly Position[], degrees: number): boolean {
  const [west, south, east, north] = boundsOf(ring)
  return east - west >= degrees || north - south >= degrees
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
