import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { aroundTheDish, strewn, tableLinen } from './accessories.ts'
import { board, bowl, circle } from './crockery.ts'
import { arrange } from './layouts.ts'
import type { Look } from './look.ts'
import { woods } from './main-dishes.ts'
import { heart, lying } from './placing.ts'
import { drawing, type Layer, type Sprite } from './scene.ts'

/** A slice is a sixth of a pie; its tip is at (205, 226) of 256, its crust up and to the left of that (240 degrees). */
const slice = { towards: 240, fromTip: { x: -77 / 256, y: -98 / 256 } }

export function wheelPicture(look: Look<'wheel'>, random: SeededRandom): Layer[] {
  const { x, y } = heart(random)
  const r = random.between(318, 340)
  const size = r * 1.12
  const turn = random.between(0, 60)
  const out = random.chance(0.75) ? random.int(0, 5) : -1
  const slices = Array.from({ length: 6 }, (_, i): Sprite => {
    const rotate = turn + i * 60 - slice.towards
    const [cos, sin] = [Math.cos((rotate * Math.PI) / 180), Math.sin((rotate * Math.PI) / 180)]
    const { x: dx, y: dy } = slice.fromTip
    const away = i === out ? 42 : 3
    const along = ((turn + i * 60) * Math.PI) / 180
    return lying(
      'pizza',
      x + (dx * cos - dy * sin) * size + Math.cos(along) * away,
      y + (dx * sin + dy * cos) * size + Math.sin(along) * away,
      size,
      rotate,
    )
  })
  return [
    drawing(tableLinen(random, { x, y, r }) + strewn(random, { x, y, r }) + roundBoard(x, y, r, random)),
    ...slices,
    ...aroundTheDish(random, { dips: [], around: look.around }, { x, y, r: r + 10 }),
  ]
}

const roundBoard = (x: number, y: number, r: number, random: SeededRandom) =>
  board({ x, y, width: r * 2, height: r * 2, turn: -20, ...random.pick(woods), round: r, lines: true })

export function steamerPicture(look: Look<'steamer'>, random: SeededRandom): Layer[] {
  const { x, y } = heart(random)
  const r = random.between(300, 330)
  const pieces = arrange('ring', random, { x, y, width: r * 1.36, height: r * 1.36 })
  return [
    drawing(tableLinen(random, { x, y, r }) + strewn(random, { x, y, r }) + steamer(x, y, r)),
    ...pieces.map((p, i) => lying(look.pieces[i % look.pieces.length]!, p.x, p.y, p.size, p.rotate)),
    lying(look.pieces[0]!, x, y, r * 0.56, random.between(-30, 30)),
    ...aroundTheDish(random, look, { x, y, r }),
  ]
}

function steamer(x: number, y: number, r: number): string {
  const slats = Array.from({ length: 9 }, (_, i) => {
    const at = y - r * 0.8 + (i * r * 1.6) / 8
    return `<rect x="${x - r}" y="${at - r * 0.07}" width="${r * 2}" height="${r * 0.14}" fill="#d9b072" stroke="#8a5c26" stroke-opacity=".5" stroke-width="2"/>`
  })
  return `${bowl(x, y, r, 'cream', '')}${circle(x, y, r, '#b9823f')}${circle(x, y, r * 0.97, '#dcae6b')}${circle(x, y, r * 0.9, '#a8712f')}<clipPath id="in"><circle cx="${x}" cy="${y}" r="${r * 0.88}"/></clipPath><g clip-path="url(#in)"><rect x="${x - r}" y="${y - r}" width="${r * 2}" height="${r * 2}" fill="#9a682c"/>${slats.join('')}${circle(x - r * 0.04, y - r * 0.05, r * 0.94, 'none', `stroke="#3b1f08" stroke-opacity=".45" stroke-width="${r * 0.12}"`)}</g>${circle(x, y, r * 0.985, 'none', 'stroke="#fff1d0" stroke-opacity=".5" stroke-width="3"')}`
}
