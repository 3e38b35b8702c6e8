import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { Glaze } from './crockery.ts'
import { type Emoji, naturalSize } from './emoji.ts'
import type { Sprite } from './scene.ts'

const lightGlazes: readonly Glaze[] = ['porcelain', 'cream', 'cobalt', 'blush', 'celadon']
const deepGlazes: readonly Glaze[] = ['charcoal', 'ink', 'terracotta', 'sage']

export function pickGlaze(random: SeededRandom, dark: boolean): Glaze {
  return random.pick(dark === random.chance(0.8) ? lightGlazes : [...deepGlazes, 'cream', 'porcelain'])
}

export const heart = (random: SeededRandom) => ({
  x: 500 + random.between(-90, 90),
  y: 357 + random.between(-26, 30),
})

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
