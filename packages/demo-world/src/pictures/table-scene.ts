import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { type Glaze, plate, softShadow } from './crockery.ts'
import { type Emoji, naturalSize } from './emoji.ts'
import type { Look } from './look.ts'
import { drawing, type Layer, n, type Sprite } from './scene.ts'

const tableGlazes: readonly Glaze[] = [
  'porcelain',
  'cream',
  'cobalt',
  'blush',
  'celadon',
  'terracotta',
  'sage',
  'ink',
]

/** Dishes that come in their own bowl or box, and need no plate. */
const ownDish: readonly Emoji[] = [
  'salad',
  'spaghetti',
  'pot',
  'bento',
  'curry',
  'rice',
  'takeoutBox',
  'iceCream',
  'paella',
  'fries',
  'softServe',
  'noodles',
]
/** Pieces too small to be alone: three of them. */
const heaped: readonly Emoji[] = [
  'croissant',
  'dumpling',
  'mooncake',
  'taco',
  'chicken',
  'pretzel',
  'cupcake',
  'onigiri',
  'hotDog',
]

export function tableScene(look: Look<'table'>, random: SeededRandom): Layer[] {
  const side = random.chance(0.5) ? 1 : -1
  const x = 500 - side * random.between(70, 120)
  const y = random.between(500, 530)
  const hero = random.pick(look.heroes)
  const drink = random.pick(look.drinks)
  const glaze = random.pick(tableGlazes)
  return [
    ...background(look.behind, random),
    ...standing(
      drink,
      x + side * random.between(330, 365),
      y - 34,
      random.between(350, 385) * naturalSize(drink),
      random.chance(0.5),
    ),
    drawing(ownDish.includes(hero) ? coaster(x, y, 250) : plate(x, y, random.between(300, 326), glaze, 0.36)),
    ...heroPieces(hero, x, y, random),
    ...foreground(look.around, random, x, y, side),
  ]
}

export function glassesScene(look: Look<'glasses'>, random: SeededRandom): Layer[] {
  const drinks = [random.pick(look.drinks), random.pick(look.drinks), random.pick(look.drinks)]
  const side = random.chance(0.5) ? 1 : -1
  const x = 500 + side * 30
  return [
    ...background(look.behind, random),
    ...standing(drinks[1]!, x + side * 250, 500, 330, random.chance(0.5)),
    ...standing(drinks[2]!, x - side * 280, 515, 345, random.chance(0.5)),
    ...standing(drinks[0]!, x - side * 10, 575, 430, random.chance(0.5)),
    ...foreground(look.around, random, x, 520, side),
  ]
}

function heroPieces(hero: Emoji, x: number, y: number, random: SeededRandom): Layer[] {
  if (!heaped.includes(hero)) return standing(hero, x, y + 26, random.between(385, 410), random.chance(0.3))
  return [
    ...standing(hero, x - 112, y - 16, 262, false),
    ...standing(hero, x + 112, y - 12, 262, true),
    ...standing(hero, x + random.between(-14, 14), y + 44, 300, random.chance(0.5)),
  ]
}

function background(behind: readonly Emoji[], random: SeededRandom): Layer[] {
  const pieces = random.some(behind, 4).map((emoji, i): Sprite => {
    const size = random.between(220, 300) * Math.sqrt(naturalSize(emoji))
    return {
      kind: 'sprite',
      emoji,
      x: 90 + i * 275 + random.between(-50, 50),
      y: 372 + random.between(-14, 14),
      size,
      flip: random.chance(0.5),
      blur: 11,
      shadow: 'standing',
    }
  })
  return pieces
}

function foreground(
  around: readonly Emoji[],
  random: SeededRandom,
  x: number,
  y: number,
  side: number,
): Layer[] {
  const places = [
    [x - side * 345, y + 84],
    [x + side * 268, y + 104],
    [x + side * 400, y + 128],
  ] as const
  return random.some(around, random.int(2, 3)).flatMap((emoji, i) => {
    const [px, py] = places[i]!
    return standing(
      emoji,
      px + random.between(-24, 24),
      py + random.between(-8, 12),
      random.between(140, 180) * naturalSize(emoji),
      random.chance(0.5),
    )
  })
}

const standing = (emoji: Emoji, x: number, y: number, size: number, flip: boolean): Layer[] => [
  { kind: 'sprite', emoji, x, y, size, flip, shadow: 'standing' },
]

function coaster(x: number, y: number, r: number): string {
  const ellipse = (dy: number, k: number, paint: string) =>
    `<ellipse cx="${n(x)}" cy="${n(y + dy)}" rx="${n(r * k)}" ry="${n(r * k * 0.34)}" fill="${paint}"/>`
  return `${softShadow(x + 26, y + 34, r * 1.2, r * 0.42, 0.5)}${ellipse(20, 1, '#5f3715')}${ellipse(0, 1, '#b98350')}${ellipse(-2, 0.985, '#c8935d')}${[0.86, 0.7, 0.52].map(k => `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r * k)}" ry="${n(r * k * 0.34)}" fill="none" stroke="#8a5426" stroke-opacity=".35" stroke-width="3"/>`).join('')}`
}
