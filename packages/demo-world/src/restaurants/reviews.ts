import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { lowerFirst } from './about.ts'
import type { Dish } from './kitchen.ts'

export interface WrittenReview {
  readonly authorName: string
  readonly rating: number
  readonly body: string
  readonly daysAgo: number
}

/** Review texts go by stars. `{d}` is a dish of the menu, `{e}` another. */
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
    'Our waiter talked us out of a third course and into sharing the {e}. He was right both times.',
    'I have tried to make the {d} at home. I have stopped trying.',
    'We got engaged here. I am told I also ate the {e}.',
    'Fourth city this month, best meal of the trip. The reason to come: the {d}.',
    'My grandmother asked for the recipe of the {d}. She has never asked anybody.',
    'No music, no fuss, just people who know what they are doing.',
    'They put a candle into the {e} without being asked. How did they know?',
    'The kitchen sent out a taste of what was new that day. We ordered two.',
    'Came in wet from the rain, left warm and a little in love with the {d}.',
    'Every plate arrived hot, every glass was full, and the bill was right. Rarer than you think.',
    'Ask for the table in the corner and the {d}. In that order.',
    'If I lived upstairs I would be broke and happy.',
  ],
  4: [
    'Really good {d}, lovely people, a bit loud after eight.',
    'The surprise of the night: the {e}. Go early, the room fills up fast.',
    'Solid from start to finish. I would skip the second side and save room for dessert.',
    'Great {d}. The wait was twenty minutes longer than promised, but they brought us something while we stood.',
    'A neighborhood place that could get away with less and does not. Portions are generous.',
    'The menu is short and that is a good sign here. Ask what came in today.',
    'Warm service, good {d}, and tables that are a little close together. We know our neighbors now.',
    'Came for the {d}, stayed for the {e}. Will be back on a quieter night.',
    'Excellent {d}. The {e} needed salt. The bread needed nothing.',
    'Good value at lunch. At dinner it is a different, slower place, and I like both.',
    'The thing to have: the {e}. The rest is good, that is something else.',
    'Friendly to children, even to ours. They had the {d} and asked for more.',
    'A little dear for a weeknight, and I would still go on a weeknight.',
    'Nothing much of a room, and then the {d}. I know which I prefer.',
    'Hard to find, easy to stay. Look for the green door.',
    'One dessert too few on the list, otherwise I have no complaints.',
    'Booked for six, sat down at six. The {e} came at ten past. I respect that.',
    'Better than it looks from outside, and louder.',
    'Very good {d}; the coffee after it could be stronger.',
    'Nice to see {e} that nobody has tried to improve.',
    'They were out of the {d}, said so at once, and what they brought instead was nearly as good.',
    'Come hungry. Leave the bread alone until they bring the {e}.',
  ],
  3: [
    'Good {d}, ordinary {e}, and a long wait for both.',
    'Nice room and friendly people, but the kitchen was having a slow night.',
    'I wanted to love it. Great {e}, lukewarm main. They took it off the bill without a word.',
    'Good food, small portions for the price. Worth it once, for the {d}.',
    'Very busy on Saturday and it showed. A weeknight might be better.',
    'Fine, but I expected more after all the talk. Best of it: the {e}.',
    'Two dishes were excellent and two were not. I would go back for the {d}.',
    'Our table shook. The food was good enough to eat it with both hands.',
    'Service was kind and very, very slow.',
  ],
  2: [
    'Our reservation was at seven and we sat down at a quarter to eight. The {d} almost made up for it.',
    'Too salty for us, twice. The staff was kind about it.',
    'The {e} came cold. To be fair, the second one came hot, with an apology.',
    'Four of us, one menu, twenty minutes until somebody noticed.',
    'They can surely make the {d} better than this.',
  ],
  1: [
    'Closed for a private party, with our reservation in hand. Nobody had called us.',
    'An hour for the {d}, and then it was somebody else’s.',
  ],
}

const firstNames =
  'Ana, Marcus, Priya, Jonah, Leila, Tom, Grace, Dev, Sofia, Miles, Hana, Peter, Chloe, Omar, Ruth, Kenji, Elena, Sam, Nadia, Victor, Imani, Luca, Maya, Theo, Carmen, Arthur, Wei, Joan, Felix, Aisha, Dana, Hugo, Nora, Caleb, Ingrid, Ravi, Bella, Otis, Yara, Glenn'.split(
    ', ',
  )
const initials = [...'ABCDEFGHKLMNPRSTVWZ']

/** Stars fit the rating; newest first, without repeated texts. Mostly two to four reviews, for some places dozens. */
export function reviewsOf(random: SeededRandom, rating: number, dishes: readonly Dish[]): WrittenReview[] {
  const used = new Set<string>()
  const count = howMany(random)
  const pause = count > 4 ? 24 : 70
  let daysAgo = random.int(2, 30)
  return starsFor(random, rating, count).map(wanted => {
    const review = reviewWith(random, wanted, dishes, used)
    daysAgo += random.int(5, pause)
    return { authorName: `${random.pick(firstNames)} ${random.pick(initials)}.`, ...review, daysAgo }
  })
}

/** It adds to what was used. Once all texts of these stars were, it has those of the nearest number. */
export function reviewWith(
  random: SeededRandom,
  stars: number,
  dishes: readonly Pick<Dish, 'name'>[],
  used: Set<string>,
): Pick<WrittenReview, 'rating' | 'body'> {
  const { star, text } = saying(random, stars, used)
  const [first, second] = random.some(dishes, 2)
  const body = text.replace('{d}', lowerFirst(first!.name)).replace('{e}', lowerFirst(second!.name))
  return { rating: star, body }
}

/** The texts that these reviews were made of. */
export function textsOf(bodies: readonly string[]): Set<string> {
  const texts = Object.values(said).flat()
  return new Set(texts.filter(text => bodies.some(body => body.startsWith(text.split('{')[0]!))))
}

function howMany(random: SeededRandom): number {
  const kind = random.next()
  if (kind < 0.04) return random.int(40, 46)
  return kind < 0.18 ? random.int(7, 15) : random.int(2, 4)
}

function saying(random: SeededRandom, wanted: number, used: Set<string>): { star: number; text: string } {
  const left = (star: number) => (said[star] ?? []).filter(text => !used.has(text))
  const star = [wanted, 5, 4, 3, 2, 1].find(one => left(one).length > 0) ?? wanted
  const text = random.pick(left(star))
  used.add(text)
  return { star, text }
}

/** Their average is the rating, as near as whole stars come to it, and neither below 3.6 nor above 4.9. */
function starsFor(random: SeededRandom, rating: number, count: number): number[] {
  const total = Math.min(
    Math.floor(4.9 * count),
    Math.max(Math.ceil(3.6 * count), Math.round(rating * count)),
  )
  const low = Math.floor(total / count)
  const stars = Array.from({ length: count }, (_, i) => (i < total - low * count ? low + 1 : low))
  // Opinions differ: what one gives more, another gives less.
  for (let i = 0; i + 1 < count; i += 2) {
    const [one = 0, other = 0] = [stars[i], stars[i + 1]]
    if (one < 5 && other > 2 && random.chance(0.4)) stars.splice(i, 2, one + 1, other - 1)
  }
  return random.some(stars, count)
}
