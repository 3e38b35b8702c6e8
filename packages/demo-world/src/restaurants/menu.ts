import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { MenuSection } from '@dineward/server/seeding.ts'
import type { Dish, Kitchen } from './kitchen.ts'

/** What a dish of level 2 costs at the other levels. */
const levels = [1, 0.82, 1, 1.38, 1.85]

export function menuOf(
  random: SeededRandom,
  kitchen: Kitchen,
  priceRange: number,
): { menu: MenuSection[]; dishes: Dish[] } {
  const chosen = [
    inOrder(random, kitchen.starters, 5),
    inOrder(random, kitchen.mains, 5),
    inOrder(random, kitchen.last, 4),
  ]
  const house = random.between(0.93, 1.1)
  const menu = chosen.map((dishes, i) => ({
    title: kitchen.sections[i]!,
    items: dishes.map(({ name, description, price }) => ({
      name,
      description,
      priceCents: priced(price * house * levels[priceRange]!, priceRange),
    })),
  }))
  return { menu, dishes: chosen.flat() }
}

function inOrder(random: SeededRandom, dishes: readonly Dish[], most: number): Dish[] {
  const count = random.int(3, Math.min(most, dishes.length))
  const chosen = new Set(random.some(dishes, count))
  return dishes.filter(dish => chosen.has(dish))
}

/** Prices are whole dollars at higher levels, halves and .95 at lower ones. */
function priced(dollars: number, priceRange: number): number {
  if (priceRange === 1) return dollars < 8 ? Math.round(dollars * 2) * 50 : Math.round(dollars) * 100 - 5
  return Math.round(dollars) * 100
}
