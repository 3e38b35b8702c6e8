import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { bowl, type Glaze, glazes, napkin } from './crockery.ts'
import { type FillingName, fillings } from './drawn-food.ts'
import { type Emoji, naturalSize } from './emoji.ts'
import { drawing, type Layer, n, type Sprite } from './scene.ts'

interface Center {
  readonly x: number
  readonly y: number
  readonly r: number
}

const cloths = [
  ['#efe4d2', '#b5452c'],
  ['#f4efe6', '#3c5a86'],
  ['#c9ccb4', '#6b7a52'],
  ['#d9a441', '#8d5f14'],
  ['#b6573a', '#f0d9bd'],
  ['#39506b', '#d9c7a3'],
  ['#e6c3ae', '#a55d42'],
  ['#5f6b4a', '#e4dcc0'],
] as const

export function tableLinen(random: SeededRandom, { x, y, r }: Center): string {
  if (random.chance(0.35)) return ''
  const side = random.chance(0.5) ? 1 : -1
  const [color, stripe] = random.pick(cloths)
  return napkin(
    x + side * r * 0.72,
    y + random.between(0.1, 0.5) * r,
    r * 1.5,
    random.between(-28, 28),
    color,
    stripe,
  )
}

/** Directions from the dish in which there is room: the frame is wider than it is high. */
const openCorners = [-2.62, -0.52, 0.52, 2.62] as const
const openSides = [-2.98, -0.16, 0.12, 3.02, -2.28, -0.86, 0.86, 2.28] as const
const tooClose = 0.3

const longOnes: readonly Emoji[] = ['cutlery', 'chopsticks', 'spoon']
const uprightOnes: readonly Emoji[] = ['wine', 'beer', 'champagne', 'honey', 'butter', 'fries']

/** Bowls in the corners, ingredients between them, cutlery at one side, without overlaps. */
export function aroundTheDish(
  random: SeededRandom,
  { dips, around }: { dips: readonly FillingName[]; around: readonly Emoji[] },
  center: Center,
): Layer[] {
  const taken: number[] = []
  const free = (angle: number) => taken.every(other => Math.abs(Math.sin((angle - other) / 2)) * 2 > tooClose)
  const layers: Layer[] = random.some(openCorners, dips.length).map((angle, i) => {
    taken.push(angle)
    return dipBowl(random, dips[i]!, angle, center)
  })
  const long = around.filter(one => longOnes.includes(one))
  if (long.length > 0 && random.chance(0.75)) {
    const angle = random.pick([0.02, 3.12])
    taken.push(angle, angle + 0.28, angle - 0.28)
    layers.push(atTheSide(random, random.pick(long), angle, center))
  }
  const small = random.some(
    around.filter(one => !longOnes.includes(one)),
    random.int(3, 5),
  )
  for (const angle of random.some([...openCorners, ...openSides], 12)) {
    if (small.length === 0) break
    if (!free(angle)) continue
    taken.push(angle)
    layers.push(ingredient(random, small.pop()!, angle, center))
  }
  return layers
}

function dipBowl(random: SeededRandom, dip: FillingName, angle: number, center: Center): Layer {
  const r = random.between(82, 108)
  const reach = center.r + r * 0.9
  const x = center.x + Math.cos(angle) * reach * 1.1
  const y = center.y + Math.sin(angle) * reach * 0.98
  const glaze = random.pick(Object.keys(glazes) as Glaze[])
  return drawing(bowl(x, y, r, glaze, fillings[dip](x, y, r, String(random.next()))))
}

function atTheSide(random: SeededRandom, emoji: Emoji, angle: number, center: Center): Sprite {
  const size = 350
  const reach = center.r + size * 0.3
  return {
    kind: 'sprite',
    emoji,
    x: center.x + Math.cos(angle) * reach,
    y: center.y + random.between(-30, 50),
    size,
    rotate: random.between(-12, 12),
    shadow: 'lying',
  }
}

function ingredient(random: SeededRandom, emoji: Emoji, angle: number, center: Center): Sprite {
  const size = random.between(140, 210) * naturalSize(emoji)
  const reach = center.r + size * 0.46
  return {
    kind: 'sprite',
    emoji,
    x: center.x + Math.cos(angle) * reach * 1.14,
    y: center.y + Math.sin(angle) * reach * 1.0,
    size,
    rotate: uprightOnes.includes(emoji) ? random.between(-8, 8) : random.between(-75, 75),
    flip: random.chance(0.5),
    shadow: 'lying',
  }
}

const crumbs = [
  ['#f7efe0', '#e9d9ba'],
  ['#3a2a20', '#1f1510'],
  ['#c9803c', '#8f4f1c'],
  ['#b5301d', '#d9552f'],
] as const

export function strewn(random: SeededRandom, { x, y, r }: Center): string {
  const colors = random.pick(crumbs)
  const heading = random.between(0, 6.28)
  return Array.from({ length: random.int(14, 30) }, () => {
    const [angle, reach] = [heading + random.between(-0.75, 0.75), r * random.between(1.0, 1.5)]
    const [px, py, size] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, random.between(2.4, 6)]
    return `<ellipse cx="${n(px + 1.5)}" cy="${n(py + 2.5)}" rx="${n(size)}" ry="${n(size * 0.8)}" fill="#1d0d05" fill-opacity=".4"/><ellipse cx="${n(px)}" cy="${n(py)}" rx="${n(size)}" ry="${n(size * 0.75)}" fill="${random.pick(colors)}"/>`
  }).join('')
}
