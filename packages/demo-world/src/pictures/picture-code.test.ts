import { edgeColors, middleColors } from '@dineward/core/photos/photo-code.rules.ts'
import { expect, test } from 'vitest'
import { looksOf } from './cuisine-looks.ts'
import { paintMerchantPicture } from './merchant-picture.ts'
import { pictureCode, subjectOf } from './picture-code.ts'

const cuisines = [
  'Pizza',
  'Sushi',
  'Thai',
  'Steakhouse',
  'Bakery',
  'Salads',
  'Mexican',
  'Ramen',
  'Seafood',
  'Barbecue',
]
const merchants = Array.from({ length: 60 }, (_, i) => ({
  id: `m${i}`,
  cuisines: [cuisines[i % cuisines.length]!],
}))

test('pictureCode: same restaurant -> same code; other cuisines -> another', () => {
  expect(pictureCode({ id: 'm1', cuisines: ['Ramen'] })).toBe(pictureCode({ id: 'm1', cuisines: ['Ramen'] }))
  expect(pictureCode({ id: 'm1', cuisines: ['Ramen'] })).not.toBe(
    pictureCode({ id: 'm1', cuisines: ['Pizza'] }),
  )
})

test('pictureCode: four characters, the first and last for known colors', () => {
  for (const merchant of merchants) expect(pictureCode(merchant)).toMatch(/^[a-f][a-z0-9]{2}[ymrg]$/)
})

test('subjectOf: a look of the cuisine', () => {
  for (const merchant of merchants) {
    expect(looksOf(merchant.cuisines, { chance: () => true } as never)).toContain(subjectOf(merchant).dish)
  }
})

test('colors of a code: much nearer to its own picture than to another', async () => {
  let own = 0
  let others = 0
  const painted = await Promise.all(merchants.map(merchant => colorsOf(merchant)))
  for (const [index, merchant] of merchants.entries()) {
    const code = pictureCode(merchant)
    const meant = [rgb(middleColors[code[3] as 'y']), rgb(edgeColors[code[0] as 'a'])]
    const another = painted[(index + 1) % painted.length]!
    own += distance(meant, painted[index]!)
    others += distance(meant, another)
  }
  expect(own).toBeLessThan(0.8 * others)
  // Of 442, the distance from black to white, for dish and table together.
  expect(own / merchants.length).toBeLessThan(90)
})

const rgb = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
const distance = (some: readonly number[][], others: readonly number[][]) =>
  some.reduce(
    (sum, color, at) => sum + Math.hypot(...color.map((value, part) => value - others[at]![part]!)),
    0,
  )

/** In the middle of the picture, and at its corners. */
async function colorsOf(merchant: { id: string; cuisines: string[] }): Promise<number[][]> {
  const [width, height] = [42, 30]
  const picture = await paintMerchantPicture(merchant, width, height)
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const sums = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]
  for (let at = 0; at < width * height; at++) {
    const reach = Math.hypot((at % width) / (width / 2) - 1, Math.floor(at / width) / (height / 2) - 1)
    const sum = reach < 0.5 ? sums[0]! : reach > 1 ? sums[1]! : null
    if (!sum) continue
    for (let part = 0; part < 3; part++) sum[part]! += data[at * info.channels + part]!
    sum[3]! += 1
  }
  return sums.map(([r = 0, g = 0, b = 0, count = 1]) => [r / count, g / count, b / count])
}
