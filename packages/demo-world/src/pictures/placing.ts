import type { SeededRandom } from '../seeded-random.ts'
import type { Glaze } from './crockery.ts'
import { type Emoji, naturalSize } from './emoji.ts'
import type { Sprite } from './scene.ts'

const lightGlazes: readonly Glaze[] = ['porcelain', 'cream', 'cobalt', 'blush', 'celadon']
const deepGlazes: readonly Glaze[] = ['charcoal', 'ink', 'terracotta', 'sage']

/** Light plates on dark tables, mostly, and deep ones on light tables. */
export function pickGlaze(random: SeededRandom, dark: boolean): Glaze {
  return random.pick(dark === random.chance(0.8) ? lightGlazes : [...deepGlazes, 'cream', 'porcelain'])
}

/** Where the main thing lies: never quite in the middle. */
export const heart = (random: SeededRandom) => ({
  x: 500 + random.between(-90, 90),
  y: 357 + random.between(-26, 30),
})

/** A piece lying flat, at its natural size. */
export const lying = (
  emoji: Emoji,
  x: number,
  y: number,
  size: number,
  rotate: number,
  flip = false,
): Sprite => ({
  kind: 'sprite',
  emoji,
  x,
  y,
  size: size * naturalSize(emoji),
  rotate,
  flip,
  shadow: 'lying',
})
