import type { SeededRandom } from '../seeded-random.ts'
import type { LookName } from './looks.ts'

/** What is on the table where a cuisine is served. Keys are words of a cuisine's name. */
const byCuisine: Record<string, readonly LookName[]> = {
  italian: ['pomodoro', 'pesto', 'carbonara', 'pizzaWheel', 'spaghettiTable', 'pizzaSlices'],
  pizza: ['pizzaWheel', 'pizzaSlices', 'pizzaWheel'],
  japanese: ['sushiBoard', 'ramen', 'bento', 'yakitori', 'sushiPlate'],
  sushi: ['sushiBoard', 'sushiPlate', 'bento'],
  ramen: ['ramen', 'spicyRamen'],
  izakaya: ['yakitori', 'bento', 'ramen'],
  chinese: ['dumplingSteamer', 'dimSumSpread', 'stirFry', 'teaTable'],
  dim: ['dumplingSteamer', 'dimSumSpread', 'teaTable'],
  dumplings: ['dumplingSteamer'],
  mexican: ['tacos', 'tacoBoard', 'burritoTable', 'mole'],
  tacos: ['tacos', 'tacoBoard'],
  texmex: ['burritoTable', 'tacos', 'mole'],
  burgers: ['burgerTable', 'burgerBoard'],
  american: [
    'burgerTable',
    'friedChicken',
    'steak',
    'saladBowl',
    'pubTable',
    'sandwich',
    'soup',
    'burgerBoard',
    'potTable',
  ],
  diner: ['pancakes', 'burgerBoard', 'skillet', 'hotDogs', 'sandwich'],
  indian: ['butterCurry', 'thaliSpread', 'greenCurry', 'mangoTable'],
  thai: ['greenCurry', 'redCurry', 'mangoTable', 'stirFry'],
  vietnamese: ['pho', 'sandwich', 'stirFry', 'redCurry'],
  korean: ['kimchi', 'bibimbap', 'friedChicken', 'spicyRamen'],
  salads: ['saladBowl', 'saladTable', 'fruitBowl'],
  vegetarian: ['saladBowl', 'saladTable', 'hummusBowl', 'soup', 'greenCurry'],
  vegan: ['saladBowl', 'fruitBowl', 'hummusBowl', 'saladTable'],
  bakery: ['croissants', 'bakeryTable', 'breadBoard', 'donuts'],
  cafe: ['latteFlat', 'croissants', 'bakeryTable', 'sandwichBoard'],
  coffee: ['latteFlat', 'bakeryTable', 'croissants'],
  french: ['croissants', 'wineTable', 'oysters', 'potTable', 'steakFrites', 'breadBoard', 'wineBoard'],
  bistro: ['steakFrites', 'wineBoard', 'soup', 'wineTable', 'oysters'],
  bagels: ['bagels', 'latteFlat'],
  deli: ['sandwich', 'sandwichBoard', 'bagels'],
  sandwiches: ['sandwich', 'sandwichBoard'],
  breakfast: ['pancakes', 'waffles', 'skillet', 'latteFlat'],
  brunch: ['pancakes', 'waffles', 'skillet', 'fruitBowl'],
  barbecue: ['barbecue', 'ribs'],
  southern: ['friedChicken', 'ribs', 'waffles', 'chickenTable'],
  chicken: ['friedChicken', 'chickenTable'],
  cajun: ['gumbo', 'shrimp', 'lobster'],
  steakhouse: ['steak', 'steakPlate', 'steakFrites', 'ribs', 'wineTable'],
  seafood: ['oysters', 'lobster', 'shrimp', 'chowder'],
  spanish: ['paella', 'tapas', 'wineTable'],
  tapas: ['tapas', 'paella'],
  mediterranean: ['mezze', 'falafel', 'saladBowl', 'shrimp', 'hummusBowl'],
  greek: ['mezze', 'pitaTable', 'saladBowl', 'shrimp'],
  eastern: ['mezze', 'falafel', 'hummusBowl', 'pitaTable'],
  lebanese: ['hummusBowl', 'mezze', 'falafel'],
  turkish: ['mezze', 'pitaTable', 'hummusBowl'],
  wine: ['wineBoard', 'wineTable', 'wineGlasses'],
  cocktails: ['cocktails', 'wineGlasses'],
  bar: ['cocktails', 'pubTable'],
  gastropub: ['pubTable', 'burgerTable', 'potTable'],
  irish: ['pubTable', 'potTable'],
  german: ['pubTable', 'breadBoard'],
  desserts: ['cakes', 'iceCream', 'cupcakes', 'donuts'],
  ice: ['iceCream'],
  tea: ['boba', 'teaTable'],
  ethiopian: ['injera', 'thaliSpread'],
  caribbean: ['ribs', 'redCurry', 'shrimp', 'mangoTable'],
  cuban: ['mole', 'sandwichBoard', 'cocktails'],
  latin: ['mole', 'burritoTable', 'shrimp', 'paella'],
  peruvian: ['shrimp', 'poke', 'friedChicken', 'paella'],
  brazilian: ['steak', 'steakFrites', 'ribs'],
  argentinian: ['steak', 'steakPlate'],
  hawaiian: ['poke', 'fruitBowl'],
  poke: ['poke'],
  soups: ['soup', 'chowder'],
  fusion: ['poke', 'dimSumSpread', 'redCurry', 'tacos', 'bibimbap'],
}

const anywhere: readonly LookName[] = [
  'saladBowl',
  'potTable',
  'soup',
  'wineTable',
  'breadBoard',
  'steak',
  'tapas',
]

/** Looks for the first cuisine that we can cook, mostly; where we know none, a plain good dinner. */
export function looksOf(cuisines: readonly string[], random: SeededRandom): readonly LookName[] {
  const known = cuisines.map(looksOfCuisine).filter(list => list.length > 0)
  if (known.length === 0) return anywhere
  return known[random.chance(0.75) ? 0 : random.int(0, known.length - 1)]!
}

function looksOfCuisine(cuisine: string): readonly LookName[] {
  const words = cuisine
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ')
  return words.flatMap(word => byCuisine[word] ?? byCuisine[`${word}s`] ?? [])
}
