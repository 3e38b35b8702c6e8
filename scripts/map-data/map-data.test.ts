import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import {
  type MapOverview,
  type StateDetail,
  unpackLine,
} from '../../packages/core/src/map/packed-map.rules.ts'
import { buildMapData } from './build-map-data.ts'
import { packLine, simplify } from './pack-lines.ts'

let folder: string
let overview: MapOverview
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dw-map-'))
  await buildMapData(folder)
  overview = await read<MapOverview>('overview')
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async <Content>(name: string) =>
  JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Content
const stateId = (name: string) => overview.states.find(([, stateName]) => stateName === name)![0]

type Polygons = MapOverview['us']

/** It tells whether a place lies in one of the polygons by how often a line to the east of it crosses their rings. */
function holds(polygons: Polygons, longitude: number, latitude: number): boolean {
  return polygons.some(rings => {
    let inside = false
    for (const ring of rings) {
      const points = unpackLine(ring, overview.unitDegrees)
      for (const [index, [x, y]] of points.entries()) {
        const [otherX, otherY] = points[(index + 1) % points.length]!
        if (
          y > latitude !== otherY > latitude &&
          longitude < ((otherX - x) * (latitude - y)) / (otherY - y) + x
        )
          inside = !inside
      }
    }
    return inside
  })
}

describe('the overview', () => {
  test.each([
    ['New York', -73.99, 40.73],
    ['Los Angeles', -118.24, 34.05],
    ['Chicago', -87.63, 41.88],
    ['Seattle', -122.33, 47.6],
  ])('has %s at its place, on land', (name, longitude, latitude) => {
    const place = overview.places.find(([placeName]) => placeName === name)!
    expect(place[1]).toBeCloseTo(longitude, 0)
    expect(place[2]).toBeCloseTo(latitude, 0)
    expect(holds(overview.us, place[1], place[2])).toBe(true)
  })

  test.each([
    ['the Hudson off 42nd Street', -74.012, 40.765],
    ['San Francisco Bay', -122.32, 37.7],
    ['the Atlantic', -70, 39],
  ])('has water at %s', (_, longitude, latitude) => {
    expect(holds(overview.us, longitude, latitude)).toBe(false)
  })

  test.each([
    ['Michigan', -87, 43],
    ['Superior', -87, 47.9],
    ['Huron', -81.9, 44.5],
    ['Erie', -81.2, 42.2],
    ['Ontario', -78, 43.65],
  ])('has water in Lake %s: in the lake, on no land drawn over it', (_, longitude, latitude) => {
    expect(holds(overview.lakes, longitude, latitude)).toBe(true)
    expect(holds(overview.lakeLand, longitude, latitude)).toBe(false)
  })

  test.each([
    ['Chicago', -87.68, 41.85],
    ['Cleveland', -81.7, 41.47],
    ['Milwaukee', -87.95, 43.04],
    ['Detroit', -83.1, 42.36],
  ])('has %s on the land that is drawn over the lakes', (_, longitude, latitude) => {
    expect(holds(overview.lakeLand, longitude, latitude)).toBe(true)
  })

  test('has every state, with room around its name', () => {
    expect(overview.states).toHaveLength(56)
    const [, , [west, south, east, north], [x, y]] = overview.states.find(([, name]) => name === 'Ohio')!
    expect(x > west && x < east && y > south && y < north).toBe(true)
  })
})

describe('the detail of a state', () => {
  test('has its county lines, towns, parts of its cities and ZIP codes', async () => {
    const detail = await read<StateDetail>(`state-${stateId('New York')}`)
    expect(detail.countyLines.length).toBeGreaterThan(62)
    expect(detail.places.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Ithaca', 'Harlem', 'East Village']),
    )
    expect(detail.zips.find(([zip]) => zip === '10001')![1]).toBeCloseTo(-74, 1)
  })

  test('names no place twice that the overview names', async () => {
    const detail = await read<StateDetail>(`state-${stateId('New York')}`)
    expect(detail.places.map(([name]) => name)).not.toContain('New York')
  })

  test('is there for each', async () => {
    expect((await readdir(folder)).length).toBe(overview.states.length + 1)
  })
})

test('a first view of Manhattan takes at most 250 KB on the way', async () => {
  const files = [
    'overview',
    ...['New York', 'New Jersey', 'Connecticut'].map(name => `state-${stateId(name)}`),
  ]
  const sizes = await Promise.all(
    files.map(async name => brotliCompressSync(await readFile(join(folder, `${name}.json`))).length),
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(250_000)
})

describe('a line', () => {
  it('comes out of its packing where it went in, to about 30 m', () => {
    const line = [
      [-73.98574, 40.74842],
      [-73.9654, 40.7829],
      [-74.0445, 40.6892],
    ] as const
    const unpacked = unpackLine(packLine(line)!, 0.0005)
    for (const [index, [x, y]] of unpacked.entries()) {
      expect(Math.abs(x - line[index]![0])).toBeLessThan(0.0003)
      expect(Math.abs(y - line[index]![1])).toBeLessThan(0.0003)
    }
  })

  it('is none where its points fall on one', () => {
    expect(
      packLine([
        [1, 1],
        [1.0001, 1.0001],
      ]),
    ).toBeNull()
  })

  it('loses what lies near enough, and keeps its ends and its corners', () => {
    expect(
      simplify(
        [
          [0, 0],
          [1, 0.001],
          [2, 0],
          [2, 2],
        ],
        0.01,
      ),
    ).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
    ])
  })
})
