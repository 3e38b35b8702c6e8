import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { hashText } from '@dineward/core/shared/text/hash-text.ts'
import pictures from '../pictures/pictures.json' with { type: 'json' }

export interface DemoPicture {
  /** It is a cuisine and a number, as in `dim-sum-03`; the file is `pictures/<name>.webp`. */
  readonly name: string
  readonly alt: string
  readonly focalX: number
  readonly focalY: number
  readonly code: string
  readonly hash: string
}

interface Pictured {
  readonly id: string
  readonly city: string
  readonly cuisines: readonly string[]
}

export const demoPictures: readonly DemoPicture[] = Object.entries(pictures.places).map(
  ([name, picture]) => ({ name, ...picture }),
)

/** Menu cards go by restaurant. `menu` identifies the menu that they show. */
export const demoMenus: ReadonlyMap<string, (typeof pictures.menus)['la-marmite']> = new Map(
  Object.entries(pictures.menus),
)

/**
 * Each restaurant has one to three pictures, of its first cuisine. The restaurants of a city take a cuisine's pictures
 * in turn, and there are enough for every city: no list of restaurants in one place shows a picture twice.
 */
export function assignPictures(restaurants: readonly Pictured[]): Map<string, readonly DemoPicture[]> {
  const turns = new Map<string, number>()
  return new Map(
    restaurants.map(({ id, city, cuisines }) => {
      const own = picturesOfCuisine(cuisines[0]!)
      const list = `${city} ${cuisines[0]}`
      const turn = turns.get(list) ?? hashText(city) % own.length
      turns.set(list, turn + 1)
      const count = seededRandom(`photos ${id}`).pick([1, 2, 3, 3])
      const others = Math.floor(own.length / 2)
      const steps = [0, others, others + 1].slice(0, count)
      return [id, steps.map(step => own[(turn + step) % own.length]!)]
    }),
  )
}

export function picturesOfCuisine(cuisine: string): readonly DemoPicture[] {
  const slug = cuisine.toLowerCase().replaceAll(' ', '-')
  return demoPictures.filter(({ name }) => name.slice(0, -3) === slug)
}
