import { createRequire } from 'node:module'
import type { Feature } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import { type Position, simplify } from './pack-lines.ts'

/*
 * The world is from Natural Earth (world-atlas), and the counties are from the US Census (us-atlas); both are in the
 * public domain.
 */

export type Rings = readonly (readonly Position[])[]
interface Named {
  readonly name: string
}
type Atlas<Names extends string> = Topology<Record<Names, GeometryCollection<Named>>>

const require = createRequire(import.meta.url)
export const census = require('us-atlas/counties-10m.json') as Atlas<'counties' | 'states'>
const finest = require('world-atlas/countries-10m.json') as Atlas<'countries'>

/** These are ISO 3166 numbers. */
export const theStates = '840'
/** They are drawn beside the US. */
export const neighbors = new Set(
  '124 484 192 044 388 332 214 320 084 340 222 558 188 591 060 092 660 028 659 212 662 670 308 052 780 136 796'.split(
    ' ',
  ),
)

/** They are in degrees. Alaska is wide, and has few restaurants. */
const tolerances = { states: 0.0015, north: 0.05, neighbors: 0.02, far: 0.15 }
const northFrom = 50.5

/** The world, finest where the restaurants are. A border is simplified once for both sides, and stays one. */
export const world: Atlas<'countries'> = simplified(finest)

function simplified(atlas: Atlas<'countries'>): Atlas<'countries'> {
  const tolerance = new Map<number, number>()
  for (const geometry of atlas.objects.countries.geometries) {
    const wanted = toleranceOf(String(geometry.id))
    for (const arc of arcsOf(geometry)) tolerance.set(arc, Math.min(wanted, tolerance.get(arc) ?? wanted))
  }
  const arcs = atlas.arcs.map((_, index) => {
    const arc = lineOf(atlas, index)
    const isNorth = arc[0]![1] > northFrom
    return simplify(arc, Math.max(tolerance.get(index) ?? tolerances.far, isNorth ? tolerances.north : 0))
  })
  // Without a transform, arcs are coordinates.
  return { type: 'Topology', objects: atlas.objects, arcs: arcs as unknown as Topology['arcs'] }
}

function toleranceOf(country: string): number {
  if (country === theStates) return tolerances.states
  return neighbors.has(country) ? tolerances.neighbors : tolerances.far
}

function arcsOf(geometry: GeometryObject): number[] {
  const arcs = 'arcs' in geometry ? (geometry.arcs as unknown[]).flat(3) : []
  return (arcs as number[]).map(arc => (arc < 0 ? ~arc : arc))
}

function lineOf(atlas: Topology, arc: number): readonly Position[] {
  const line = feature(atlas, { type: 'LineString', arcs: [arc] })
  return line.geometry.coordinates as unknown as Position[]
}

export function polygonsOf(
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
