import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { aroundTheDish, tableLinen } from './accessories.ts'
import { bowl, plate } from './crockery.ts'
import { fillings } from './drawn-food.ts'
import { arrange } from './layouts.ts'
import type { Look } from './look.ts'
import { lying, pickGlaze } from './placing.ts'
import { drawing, type Layer } from './scene.ts'

export function patternPicture(look: Look<'pattern'>, random: SeededRandom, dark: boolean): Layer[] {
  const step = random.pick([296, 330, 372])
  const [lean, spin] = [random.pick([0, 0.5]), random.pick([0, 16, -20])]
  const pair = [pickGlaze(random, dark), pickGlaze(random, dark)] as const
  const odd = random.int(0, 5)
  const places: { x: number; y: number; even: boolean }[] = []
  for (let row = -1; row <= 3; row++) {
    for (let column = -1; column <= 4; column++) {
      const x = column * step + (row % 2 === 0 ? 0 : step * lean) + 70
      places.push({ x, y: row * step * 0.94 + 60, even: (row + column) % 2 === 0 })
    }
  }
  const seen = places.filter(p => p.x > -140 && p.x < 1140 && p.y > -140 && p.y < 860)
  return [
    drawing(seen.map(p => plate(p.x, p.y, step * 0.44, p.even ? pair[0] : pair[1])).join('')),
    ...seen.map((p, i) =>
      lying(
        look.pieces[(i % 7 === odd ? 1 : 0) % look.pieces.length]!,
        p.x,
        p.y,
        step * 0.74,
        p.even ? spin : -spin,
      ),
    ),
  ]
}

export function spreadPicture(look: Look<'spread'>, random: SeededRandom, dark: boolean): Layer[] {
  const spots = [
    { x: 330, y: 330, r: 236 },
    { x: 742, y: 210, r: 186 },
    { x: 690, y: 566, r: 208 },
    { x: 1010, y: 470, r: 150 },
    { x: 60, y: 640, r: 168 },
    { x: 80, y: 60, r: 150 },
  ]
  const flip = random.chance(0.5)
  const [dx, dy] = [random.between(-40, 40), random.between(-24, 24)]
  const places = spots.map(s => ({ x: (flip ? 1000 - s.x : s.x) + dx, y: s.y + dy, r: s.r }))
  const glaze = pickGlaze(random, dark)
  const layers: Layer[] = [drawing(tableLinen(random, places[0]!))]
  const [plates, bowls] = random.chance(0.5)
    ? [
        [0, 2],
        [1, 3, 4, 5],
      ]
    : [
        [1, 2],
        [0, 3, 4, 5],
      ]
  plates.forEach((spot, i) => {
    const { x, y, r } = places[spot]!
    const piece = look.pieces[i % look.pieces.length]!
    layers.push(drawing(plate(x, y, r, random.chance(0.6) ? glaze : pickGlaze(random, dark))))
    const layout = r > 220 ? 'trio' : 'pair'
    for (const p of arrange(piece === 'paella' || piece === 'skillet' ? 'single' : layout, random, {
      x,
      y,
      width: r * 1.36,
      height: r * 1.36,
    }))
      layers.push(lying(piece, p.x, p.y, p.size, p.rotate))
  })
  bowls.forEach((spot, i) => {
    const { x, y, r } = places[spot]!
    const filling = look.fillings[i % look.fillings.length]!
    layers.push(
      drawing(
        bowl(
          x,
          y,
          r * 0.8,
          i % 2 === 0 ? glaze : pickGlaze(random, dark),
          fillings[filling](x, y, r * 0.8, String(random.next())),
        ),
      ),
    )
  })
  const extra = look.pieces[look.pieces.length - 1]!
  layers.push(
    ...aroundTheDish(random, { dips: [], around: [extra, ...look.around] }, { x: 500, y: 350, r: 330 }),
  )
  return layers
}
