import { expect, it, test } from 'vitest'
import { gridLines } from './map-grid.rules.ts'

const around = (width: number) => ({ west: -74, south: 40.7, east: -74 + width, north: 40.7 + width })

it.each([0.01, 0.05, 0.3, 2])('%d degrees: a few lines, some beyond the edges', width => {
  const meridians = gridLines(around(width)).filter(([from, to]) => from![0] === to![0])
  const seen = meridians.filter(([from]) => from![0] >= -74 && from![0] <= -74 + width)
  expect(seen.length).toBeGreaterThanOrEqual(2)
  expect(seen.length).toBeLessThanOrEqual(9)
  expect(meridians.length).toBeGreaterThan(seen.length)
})

test('small move: same lines', () => {
  const places = (west: number) =>
    new Set(gridLines({ ...around(0.05), west, east: west + 0.05 }).map(([from]) => from![0].toFixed(6)))
  const [before, after] = [places(-74), places(-74.003)]
  expect([...after].filter(place => before.has(place)).length).toBeGreaterThan(before.size / 2)
})

test.each([
  ['a continent', around(60)],
  ['the date line', { west: 179, south: 0, east: -179, north: 1 }],
])('%s: no lines', (_, bounds) => {
  expect(gridLines(bounds)).toEqual([])
})
