import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'

type Line = readonly (readonly [longitude: number, latitude: number])[]

const across = 8
/** Steps in degrees that divide each other, so that lines stay when more are added. */
const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

/** Grid lines, which show movement and scale where there are no streets. */
export function gridLines({ west, south, east, north }: Bounds): Line[] {
  const width = east - west
  if (width <= 0 || width / across > steps.at(-1)!) return []
  const step = steps.find(candidate => width / candidate <= across) ?? steps.at(-1)!
  const [left, right] = [west - width / 2, east + width / 2]
  const [bottom, top] = [Math.max(south - width / 2, -85), Math.min(north + width / 2, 85)]
  return [
    ...multiples(left, right, step).map(
      (x): Line => [
        [x, bottom],
        [x, top],
      ],
    ),
    ...multiples(bottom, top, step).map(
      (y): Line => [
        [left, y],
        [right, y],
      ],
    ),
  ]
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  )
}
