/* These rules say what words of a query mean beyond their letters. Restaurants' texts stay as they are. */

/** After a cuisine they say the same. In names they tell restaurants apart: "Workshop Kitchen". */
const kindsOfRestaurant = new Set(
  (
    'bar bars bistro bistros buffet buffets cafe cafes cantina counter counters deli delis diner diners grill grills ' +
    'grille house houses kitchen kitchens lounge lounges parlor parlors parlour pub pubs room rooms shack shacks ' +
    'shop shops shoppe stand stands store stores tavern taverns truck trucks'
  ).split(' '),
)

/** It leaves out the bar of "sushi bar". @returns null where it may be a name. */
export function cuisineOnly(
  words: readonly string[],
  cuisineWords: ReadonlySet<string>,
): readonly string[] | null {
  const rest = words.filter(word => !kindsOfRestaurant.has(word))
  return rest.length < words.length && areCuisines(words, cuisineWords) ? rest : null
}

/** All words are of cuisines, but for the bar of "sushi bar". */
export function areCuisines(words: readonly string[], cuisineWords: ReadonlySet<string>): boolean {
  const rest = words.filter(word => !kindsOfRestaurant.has(word))
  const isCuisine = (word: string) => [word, ...alikeWords(word)].some(one => cuisineWords.has(one))
  return rest.length > 0 && rest.every(isCuisine)
}

/** Words are alike written out and abbreviated, and in another spelling: "saint" also finds "St." */
export function alikeWords(word: string): readonly string[] {
  return alike.get(word) ?? []
}

const spellings = [
  'saint st',
  'sainte ste',
  'mount mt',
  'mountain mtn',
  'fort ft',
  'doctor dr',
  'mister mr',
  'junior jr',
  'street st',
  'avenue ave av',
  'boulevard blvd',
  'road rd',
  'drive dr',
  'square sq',
  'highway hwy',
  'parkway pkwy',
  'lane ln',
  'route rte',
  'north n',
  'south s',
  'east e',
  'west w',
  'center centre ctr',
  'brothers bros',
  'company co',
  'corporation corp',
  'incorporated inc',
  'international intl',
  'captain capt',
  'sergeant sgt',
  'senior sr',
  'delicatessen deli',
  'theater theatre',
  'grill grille',
  'shop shoppe',
  'old olde',
  'barbecue barbeque bbq',
  'donut doughnut',
  'donuts doughnuts',
  'yogurt yoghurt',
  'kebab kabob kebob kabab',
  'hamburger burger',
  'hamburgers burgers',
  'one 1',
  'two 2',
  'three 3',
  'four 4',
  'five 5',
  'six 6',
  'seven 7',
  'eight 8',
  'nine 9',
  'ten 10',
  'eleven 11',
  'twelve 12',
  'first 1st',
  'second 2nd',
  'third 3rd',
  'fourth 4th',
  'fifth 5th',
  'sixth 6th',
  'seventh 7th',
  'eighth 8th',
  'ninth 9th',
  'tenth 10th',
].map(group => group.split(' '))

/** Meanings go in one direction: a person who looks for pizza does not mean pizzerias only. */
const meanings = {
  pizzeria: ['pizza'],
  pizzerias: ['pizza'],
  pizzas: ['pizza'],
  steakhouse: ['steak'],
  steakhouses: ['steak'],
  coffeehouse: ['coffee'],
  taqueria: ['taco', 'mexican'],
  taquerias: ['taco', 'mexican'],
  trattoria: ['italian'],
  ristorante: ['italian'],
  osteria: ['italian'],
  brasserie: ['french'],
} satisfies Record<string, readonly string[]>

const alike = new Map<string, readonly string[]>(Object.entries(meanings))
for (const group of spellings)
  for (const word of group)
    alike.set(word, [...(alike.get(word) ?? []), ...group.filter(other => other !== word)])
