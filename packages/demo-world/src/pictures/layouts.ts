import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { Layout } from './look.ts'

export interface Spot {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly rotate: number
  readonly flip: boolean
}

interface Room {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Places for pieces within a room, the far ones first, so that the near ones overlap them. */
export function arrange(layout: Layout, random: SeededRandom, room: Room): Spot[] {
  const spots = layouts[layout](random, room)
  return spots.sort((a, b) => a.y - b.y)
}

const layouts: Record<Layout, (random: SeededRandom, room: Room) => Spot[]> = {
  single: (random, { x, y, width, height }) => [spot(random, x, y, Math.min(width, height) * 0.98, 10)],
  pair: (random, { x, y, width, height }) => {
    const size = Math.min(width * 0.66, height * 0.98)
    return [
      spot(random, x - width * 0.22, y - height * 0.06, size, 12),
      spot(random, x + width * 0.22, y + height * 0.08, size, 12),
    ]
  },
  trio: (random, { x, y, width, height }) => {
    const size = Math.min(width * 0.58, height * 0.76)
    const turn = random.pick([0, 0.5, Math.PI, 2.4])
    return [0, 1, 2].map(i => {
      const angle = turn + (i * Math.PI * 2) / 3
      return spot(random, x + Math.cos(angle) * width * 0.27, y + Math.sin(angle) * height * 0.24, size, 18)
    })
  },
  fan: (random, { x, y, width, height }) => {
    const size = Math.min(width * 0.56, height * 0.82)
    const lean = random.chance(0.5) ? 1 : -1
    return [-1, 0, 1].map(i => ({
      ...spot(random, x + i * width * 0.24, y + lean * i * height * 0.13, size, 5),
      rotate: i * 16 * lean,
      flip: false,
    }))
  },
  row: (random, { x, y, width, height }) => {
    const count = random.int(3, 4)
    const size = Math.min((width / count) * 1.5, height * 0.95)
    return Array.from({ length: count }, (_, i) =>
      spot(
        random,
        x - width / 2 + (width * (i + 0.5)) / count,
        y + (i % 2 === 0 ? -1 : 1) * height * 0.05,
        size,
        7,
      ),
    )
  },
  rows: (random, { x, y, width, height }) => {
    const size = Math.min(width * 0.38, height * 0.6)
    return [0, 1, 2, 3, 4, 5].map(i =>
      spot(random, x + ((i % 3) - 1) * width * 0.33, y + (i < 3 ? -0.25 : 0.25) * height, size, 8),
    )
  },
  ring: (random, { x, y, width }) => {
    const count = random.int(6, 7)
    const turn = random.between(0, 1)
    return Array.from({ length: count }, (_, i) => {
      const angle = turn + (i * Math.PI * 2) / count
      return spot(
        random,
        x + Math.cos(angle) * width * 0.355,
        y + Math.sin(angle) * width * 0.345,
        width * 0.4,
        16,
      )
    })
  },
  pile: (random, { x, y, width }) =>
    [
      [-0.26, -0.2],
      [0.06, -0.28],
      [0.3, -0.1],
      [-0.3, 0.12],
      [0.02, 0.02],
      [0.24, 0.22],
      [-0.08, 0.28],
    ].map(([dx, dy]) => spot(random, x + dx! * width, y + dy! * width, width * 0.5, 60)),
}

function spot(random: SeededRandom, x: number, y: number, size: number, turn: number): Spot {
  return {
    x,
    y,
    size: size * random.between(0.95, 1.05),
    rotate: random.between(-turn, turn),
    flip: random.chance(0.3),
  }
}
