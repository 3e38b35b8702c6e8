import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { Kitchen } from './kitchen.ts'

/** The share of a kitchen's restaurants that say they have dishes for a diet, by its first cuisine. */
const shares = {
  American: { vegetarian: 0.5, glutenFree: 0.3 },
  Burgers: { vegetarian: 0.5, vegan: 0.25, halal: 0.15 },
  Barbecue: { glutenFree: 0.3 },
  Mexican: { vegetarian: 0.7, vegan: 0.3, glutenFree: 0.6 },
  Japanese: { vegetarian: 0.3, glutenFree: 0.3 },
  Ramen: { vegetarian: 0.6, vegan: 0.35 },
  Chinese: { vegetarian: 0.6, vegan: 0.2 },
  'Dim Sum': { vegetarian: 0.4 },
  Indian: { vegetarian: 1, vegan: 0.5, glutenFree: 0.4, halal: 0.4 },
  Thai: { vegetarian: 0.7, vegan: 0.4, glutenFree: 0.3 },
  Vietnamese: { vegetarian: 0.6, vegan: 0.3, glutenFree: 0.4 },
  Cafe: { vegetarian: 0.8, vegan: 0.4, glutenFree: 0.4 },
  Bakery: { vegetarian: 0.8, glutenFree: 0.15 },
  Breakfast: { vegetarian: 0.8, vegan: 0.4, glutenFree: 0.4 },
  Deli: { vegetarian: 0.4, kosher: 0.5 },
  Vegetarian: { vegetarian: 1, vegan: 0.7, glutenFree: 0.6 },
  Ethiopian: { vegetarian: 1, vegan: 0.8 },
  Poke: { glutenFree: 0.5, vegan: 0.3 },
  Italian: { vegetarian: 0.7, glutenFree: 0.4 },
  Pizza: { vegetarian: 0.9, vegan: 0.25, glutenFree: 0.4 },
  Spanish: { vegetarian: 0.4 },
  Greek: { vegetarian: 0.6, glutenFree: 0.3 },
  Mediterranean: { vegetarian: 1, vegan: 0.6, halal: 0.5 },
} satisfies Record<string, Readonly<Record<string, number>>>

export function dietsOf(random: SeededRandom, { cuisines: [first = ''] }: Kitchen): string[] {
  return Object.entries<number>(lookUp(shares, first) ?? {})
    .filter(([, share]) => random.chance(share))
    .map(([diet]) => diet)
}
