import type { edgeColors, middleColors } from '@dineward/core/photos/photo-code.rules.ts'
import { hashText } from '@dineward/core/shared/hash-text.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { looksOf } from './cuisine-looks.ts'
import type { Look } from './look.ts'
import { type LookName, looks } from './looks.ts'
import type { Surface } from './surfaces.ts'

export interface PictureOf {
  readonly id: string
  readonly cuisines: readonly string[]
}

/** Increase when pictures are painted differently: part of every address. */
const edition = 3

/** Dish and table: the first choices of the random numbers that the painting continues with. */
export function subjectOf(
  { id, cuisines }: PictureOf,
  random: SeededRandom = seededRandom(id),
): { readonly dish: LookName; readonly table: Surface } {
  const dish = random.pick(looksOf(cuisines, random))
  const look: Look = looks[dish]
  return { dish, table: random.pick(look.surfaces) }
}

/** `photo-code.rules.ts`: the table's color, two characters of version, the dish's color. */
export function pictureCode(merchant: PictureOf): string {
  const { dish, table } = subjectOf(merchant)
  const hash = hashText(`${edition} ${merchant.id} ${merchant.cuisines.join('|')}`)
  const version = (hash % 36 ** 2).toString(36).padStart(2, '0')
  return `${tableColor[table]}${version}${dishColor[dish] ?? 'y'}`
}

const tableColor: Readonly<Record<Surface, keyof typeof edgeColors>> = {
  blackMarble: 'a',
  charcoalSlate: 'a',
  ebony: 'a',
  walnut: 'a',
  blueSlate: 'b',
  cobaltTiles: 'b',
  forestTerrazzo: 'b',
  greenMarble: 'b',
  indigoLinen: 'b',
  jadeTiles: 'b',
  butterPlaster: 'c',
  greenCheck: 'c',
  mustardLinen: 'c',
  oak: 'c',
  sandstone: 'c',
  creamTerrazzo: 'd',
  naturalLinen: 'd',
  peachPlaster: 'd',
  roseMarble: 'd',
  whiteMarble: 'd',
  whiteTiles: 'd',
  whitewash: 'd',
  honeyOak: 'e',
  plumPlaster: 'e',
  redCheck: 'e',
  rustLinen: 'e',
  terracottaTiles: 'e',
  tomatoPlaster: 'e',
  blueCheck: 'f',
  mintPlaster: 'f',
  olivePlaster: 'f',
  sageLinen: 'f',
  skyPlaster: 'f',
}

const dishColor: Partial<Readonly<Record<LookName, keyof typeof middleColors>>> = {
  ...inColor('m', ['bento', 'cookiePlate', 'donutPlate', 'donuts', 'falafel', 'friedChicken', 'jerkChicken']),
  ...inColor('m', ['mole', 'oysters', 'ribs', 'roastBoard', 'steakPlate', 'sushiBoard', 'yakitori']),
  ...inColor('r', ['burgerBoard', 'butterCurry', 'lobster', 'ramenTable', 'redCurry', 'shrimp', 'soup']),
  ...inColor('r', ['steak', 'steakFrites', 'sushiPlate']),
  ...inColor('g', ['greenCurry', 'pesto', 'saladBowl', 'saladTable', 'barbecue', 'bibimbap']),
}

function inColor(letter: keyof typeof middleColors, dishes: readonly LookName[]) {
  return Object.fromEntries(dishes.map(dish => [dish, letter]))
}
