import type { SeededRandom } from '../seeded-random.ts'
import { lowerFirst } from './about.ts'
import type { Dish } from './kitchen.ts'

export interface WrittenReview {
  readonly authorName: string
  readonly rating: number
  readonly body: string
  readonly daysAgo: number
}

/** What people say, by stars. `{d}` is a dish of the house, `{e}` another. */
const said: Readonly<Record<number, readonly string[]>> = {
  5: [
    'Best {d} I have had in this city, and I have been looking for a while.',
    'We came for a quick bite and stayed three hours. The {d} and then the {e}: perfect.',
    'My father does not like restaurants. He asked when we are going back.',
    'Third visit, third time the {d}. I promise to try something else. I will not.',
    'Took my team here on a Tuesday. Everybody found something, and the bill was kinder than expected.',
    'Everything tasted as if someone had thought about it. Somebody back there is quietly brilliant with the {e}.',
    'The host remembered that we sat at the window last time. The {d} remembered too, apparently.',
    'I was sent the wrong dish, told to keep it, and got the right one five minutes later. That is how you do it.',
    'Order the {d}. Share it only with people you really like.',
    'Birthday dinner for eight, one vegetarian, one very picky nine-year-old. All eight plates came back empty.',
    'Sat at the counter alone with a book. Nobody rushed me, and the {e} made me put the book down.',
    'Worth the train ride. The {d} alone would be.',
  ],
  4: [
    'Really good {d}, lovely people, a bit loud after eight.',
    'The surprise of the night: the {e}. Go early, the room fills up fast.',
    'Solid from start to finish. I would skip the second side and save room for dessert.',
    'Great {d}. The wait was twenty minutes longer than promised, but they brought us something while we stood.',
    'A neighborhood place that could get away with less and does not. Portions are generous.',
    'The menu is short and that is a good sign here. Ask what came in today.',
    'Warm service, good {d}, and tables that are a little close together. We know our neighbors now.',
    'Came on points, stayed for the {e}. Will be back on a quieter night.',
    'Excellent {d}. The {e} needed salt. The bread needed nothing.',
    'Good value at lunch. At dinner it is a different, slower place, and I like both.',
  ],
  3: [
    'Good {d}, ordinary {e}, and a long wait for both.',
    'Nice room and friendly people, but the kitchen was having a slow night.',
    'I wanted to love it. Great {e}, lukewarm main. They took it off the bill without a word.',
    'Good food, small portions for the price. Worth it once, for the {d}.',
    'Very busy on Saturday and it showed. A weeknight might be better.',
  ],
  2: [
    'Our reservation was at seven and we sat down at a quarter to eight. The {d} almost made up for it.',
    'Too salty for us, twice. The staff was kind about it.',
    'The {e} came cold. To be fair, the second one came hot, with an apology.',
  ],
}

const firstNames =
  'Ana, Marcus, Priya, Jonah, Leila, Tom, Grace, Dev, Sofia, Miles, Hana, Peter, Chloe, Omar, Ruth, Kenji, Elena, Sam, Nadia, Victor, Imani, Luca, Maya, Theo, Carmen, Arthur, Wei, Joan, Felix, Aisha, Dana, Hugo, Nora, Caleb, Ingrid, Ravi, Bella, Otis, Yara, Glenn'.split(
    ', ',
  )
const initials = [...'ABCDEFGHKLMNPRSTVWZ']

/** Two to four reviews whose stars fit the rating, newest first, none said twice in one place. */
export function reviewsOf(random: SeededRandom, rating: number, dishes: readonly Dish[]): WrittenReview[] {
  const stars = Array.from({ length: random.int(2, 4) }, () => starsAround(random, rating))
  const used = new Set<string>()
  let daysAgo = random.int(2, 30)
  return stars.map(star => {
    const fresh = said[star]!.filter(text => !used.has(text))
    const text = random.pick(fresh.length > 0 ? fresh : said[star]!)
    used.add(text)
    const [first, second] = random.some(dishes, 2)
    daysAgo += random.int(5, 70)
    return {
      authorName: `${random.pick(firstNames)} ${random.pick(initials)}.`,
      rating: star,
      body: text.replace('{d}', lowerFirst(first!.name)).replace('{e}', lowerFirst(second!.name)),
      daysAgo,
    }
  })
}

function starsAround(random: SeededRandom, rating: number): number {
  const wobble = rating + random.between(-1.1, 0.75)
  return Math.max(2, Math.min(5, Math.round(wobble)))
}
