import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { aroundTheDish, strewn, tableLinen } from './accessories.ts'
import { board, bowl, type Glaze, glazes, plate } from './crockery.ts'
import { type FillingName, fillings, halfEgg } from './drawn-food.ts'
import { naturalSize } from './emoji.ts'
import { arrange } from './layouts.ts'
import type { Look } from './look.ts'
import { heart, lying, pickGlaze } from './placing.ts'
import { drawing, type Layer } from './scene.ts'

export function platePicture(look: Look<'plate'>, random: SeededRandom, dark: boolean): Layer[] {
  const { x, y } = heart(random)
  const r = random.between(310, 345)
  const layout = random.pick(look.layouts)
  const pieces = arrange(layout, random, { x, y, width: r * 1.55, height: r * 1.55 })
  const dipInMiddle = layout === 'ring' && look.dips.length > 0
  return [
    drawing(
      tableLinen(random, { x, y, r }) + strewn(random, { x, y, r }) + plate(x, y, r, pickGlaze(random, dark)),
    ),
    ...(dipInMiddle ? [drawing(smallBowl(random, look.dips[0]!, x, y, r * 0.27))] : []),
    ...pieces.map((p, i) => lying(look.pieces[i % look.pieces.length]!, p.x, p.y, p.size, p.rotate)),
    ...aroundTheDish(
      random,
      { dips: look.dips.slice(dipInMiddle ? 1 : 0), around: look.around },
      { x, y, r },
    ),
  ]
}

function smallBowl(random: SeededRandom, filling: FillingName, x: number, y: number, r: number): string {
  return bowl(
    x,
    y,
    r,
    random.pick(Object.keys(glazes) as Glaze[]),
    fillings[filling](x, y, r, String(random.next())),
  )
}

export const woods = [
  { color: '#bd8750', grain: '#5d3413' },
  { color: '#7d4d2c', grain: '#331a0a' },
  { color: '#d9b583', grain: '#93683a' },
  { color: '#a5603a', grain: '#4f2410' },
]
const boards = {
  wood: { color: '#bd8750', grain: '#5d3413', round: 34, lines: true },
  slate: { color: '#3a3d40', grain: '#17191b', round: 8, lines: false },
  paper: { color: '#f0e3cc', grain: '#c9b48f', round: 4, lines: false },
  marble: { color: '#f5f1ec', grain: '#c9bfb4', round: 26, lines: false },
}

export function boardPicture(look: Look<'board'>, random: SeededRandom): Layer[] {
  const { x, y } = heart(random)
  const [width, height, turn] = [random.between(700, 800), random.between(440, 500), random.between(-14, 14)]
  const pieces = arrange(random.pick(look.layouts), random, {
    x,
    y,
    width: width * 0.8,
    height: height * 0.86,
  })
  const r = 330
  return [
    drawing(
      tableLinen(random, { x, y, r: 330 }) +
        board({
          x,
          y,
          width,
          height,
          turn,
          ...boards[look.board],
          ...(look.board === 'wood' ? random.pick(woods) : {}),
        }),
    ),
    ...pieces.map((p, i) => lying(look.pieces[i % look.pieces.length]!, p.x, p.y, p.size, p.rotate, p.flip)),
    ...aroundTheDish(random, look, { x, y, r }),
  ]
}

export function bowlPicture(look: Look<'bowl'>, random: SeededRandom, dark: boolean): Layer[] {
  const { x, y } = heart(random)
  const r = random.between(296, 330)
  const seed = String(random.next())
  const start = random.between(0, 6.28)
  const eggs = look.egg
    ? halfEgg(
        x + Math.cos(start) * r * 0.42,
        y + Math.sin(start) * r * 0.42,
        r * 0.19,
        random.between(0, 180),
      ) +
      halfEgg(
        x + Math.cos(start + 0.95) * r * 0.45,
        y + Math.sin(start + 0.95) * r * 0.45,
        r * 0.18,
        random.between(0, 180),
      )
    : ''
  const toppings =
    look.toppings.length > 2 && !look.egg ? [...look.toppings, ...look.toppings] : look.toppings
  const arc = look.egg ? 4.3 : 6.28
  const turnOf = (i: number) => start + (look.egg ? 1.75 : 0.4) + (i * arc) / Math.max(1, toppings.length)
  return [
    drawing(
      tableLinen(random, { x, y, r }) +
        strewn(random, { x, y, r }) +
        bowl(x, y, r, pickGlaze(random, dark), fillings[look.filling](x, y, r, seed) + eggs),
    ),
    ...toppings.map((topping, i) =>
      lying(
        topping,
        x + Math.cos(turnOf(i)) * r * 0.45,
        y + Math.sin(turnOf(i)) * r * 0.45,
        r * random.between(0.62, 0.72) * (naturalSize(topping) < 0.8 ? 1.25 : 1),
        random.between(-35, 35),
      ),
    ),
    ...aroundTheDish(random, look, { x, y, r }),
  ]
}
