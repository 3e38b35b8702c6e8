import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'

type Line = readonly (readonly [longitude: number, latitude: number])[]

/** About this many lines from edge to edge. */
const across = 8
/** Degrees: halves, fifths and tenths of each other, so that lines stay where they are when more come. */
const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

/** Meridians and parallels over what is shown, and a little beyond: where there is no street, they tell movement and scale. */
export function gridLines({ west, south, east, north }: Bounds): Line[] {
  const width = east - west
  // Across the date line there are no streets to miss.
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
