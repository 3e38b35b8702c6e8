import { diets } from './merchants.contract.ts'

export type Diet = (typeof diets)[number]

/** Menus mark dishes in words and in signs such as "(V)" and "(GF)". */
const wordsOfDiet: Record<Diet, RegExp> = {
  vegetarian: /\b(vegetarian|veggie)\b|\(v\)/i,
  vegan: /\bvegan\b|\((vg|ve)\)/i,
  glutenFree: /\bgluten[\s-]?free\b|\(gf\)/i,
  halal: /\bhalal\b/i,
  kosher: /\bkosher\b/i,
}

/** Cuisines and dishes say it: "Vegan ramen", "Kosher Deli". */
export const dietsMarkedIn = (text: string): Diet[] => diets.filter(diet => wordsOfDiet[diet].test(text))

/** What the restaurant states, and what its cuisines and its menu say. */
export function dietsOf(merchant: {
  readonly diets: readonly string[]
  readonly cuisines: readonly string[]
  readonly dishes: readonly string[]
}): Diet[] {
  const { cuisines, dishes } = merchant
  return withImpliedDiets([...merchant.diets, ...[...cuisines, ...dishes].flatMap(dietsMarkedIn)])
}

/** Vegans are vegetarians too. Unknown values are left out. */
export const withImpliedDiets = (stated: readonly string[]): Diet[] =>
  diets.filter(diet => stated.includes(diet) || (diet === 'vegetarian' && stated.includes('vegan')))
