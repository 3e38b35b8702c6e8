import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { Dish, Kitchen } from './kitchen.ts'

const plain = [
  'Order at the counter, take a number, and look for a seat by the window.',
  'The room seats thirty, the sidewalk seats twelve more, and nobody minds sharing a bench.',
  'It is cash-free, reservation-free and usually pretension-free too.',
  'The radio is always on, the kitchen is always open to view, and the water is already on the table.',
  'Regulars come for the counter stools; everyone else comes back for them.',
  'There is a stack of board games by the door and a kettle of something warm beside it.',
  'The recipes came from a family notebook, and most of the chairs came from a closed-down school.',
  'Prices are chalked up every morning, and what runs out is wiped off.',
  'Two sisters run it, one in front and one at the stove, and they have not swapped since 2014.',
]
const warm = [
  'The banquettes are deep, the lights are low, and a table for two never feels like a corner.',
  'The wine list is two pages long, and someone will happily talk you through both of them.',
  'There is a garden out back with string lights and a heater for every second table.',
  'Half the seats are held for walk-ins, so it is always worth putting your head in.',
  'The chef cooked in hotels for ten years, and this is what she wanted to eat on her nights off.',
  'An open kitchen runs the length of the room; the best seats are the six that face it.',
  'The playlist is the owner’s, the plates are his sister’s, and both are better than they need to be.',
  'Vegetables come from a farm two hours north, and the menu moves when the van arrives.',
  'The building was a print shop, and the old type cases now hold the wine.',
  'Most plates are made for sharing, and the staff is honest about how many you need.',
]
const grand = [
  'Tables are far apart, the linen is ironed, and dinner takes the time it takes.',
  'The cellar holds four hundred bottles, with more half bottles than most places bother to keep.',
  'A six-course menu runs beside the list, and the kitchen swaps courses without a sigh.',
  'Service is by people who have done this for years and still seem to like it.',
  'There is a small bar in front for those who decided at six that they wanted dinner at seven.',
  'The dining room was a bank; the private table for ten is in what used to be the vault.',
  'The chef trained in Lyon and Kyoto, and is polite enough not to mention it on the menu.',
]

/** These are last sentences, around a dish; `{d}` is its name. */
const endings = [
  'Do not leave without the {d}.',
  'Start anywhere you like, as long as you get to the {d}.',
  'If it is your first time, order the {d}.',
  'They have made the {d} since the first week, and it shows.',
  'On a quiet night, ask for the {d} and a seat near the back.',
  'Locals come on weeknights for the {d}.',
  'There would be a small riot if the {d} ever left the menu.',
]

export function aboutText(
  random: SeededRandom,
  kitchen: Kitchen,
  place: { neighborhood: string; priceRange: number; dinner: boolean; dishes: readonly Dish[] },
): string {
  const detail = random.pick(
    place.priceRange === 1 || !place.dinner ? plain : place.priceRange === 4 ? grand : warm,
  )
  const dish = random.pick(place.dishes).name
  const sentences = [
    random.pick(kitchen.says).replaceAll('{n}', place.neighborhood),
    detail,
    ...(random.chance(0.75) ? [random.pick(endings).replace('{d}', lowerFirst(dish))] : []),
  ]
  return sentences.join(' ')
}

/**
 * It writes a dish within a sentence: "Roast chicken" becomes "roast chicken", "Phở bò" and "Caesar" stay as they are.
 */
export function lowerFirst(dish: string): string {
  const [first = ''] = dish.split(/[\s-]/)
  return properWords.has(first) ? dish : dish.charAt(0).toLowerCase() + dish.slice(1)
}

const properWords = new Set(
  'Caesar Parker New Baja Goan Korean Greek Alabama Cajun Italian Basque Paris Key Jerk Massaman Tarte Nutella Phở Bún Bánh Chè Sichuan Thai Siu Har Dan Kung Mapo Biang'.split(
    ' ',
  ),
)
