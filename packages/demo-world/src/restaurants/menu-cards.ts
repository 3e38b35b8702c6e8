import type { MenuSection } from '@dineward/server/seeding.ts'

const dishesOnACard = 10

/** No course is split. */
export function menuCards(menu: readonly MenuSection[]): MenuSection[][] {
  const cards: MenuSection[][] = []
  let room = 0
  for (const section of menu) {
    const items = section.items.slice(0, dishesOnACard)
    if (cards.length === 0 || items.length > room) {
      cards.push([])
      room = dishesOnACard
    }
    cards.at(-1)!.push({ ...section, items })
    room -= items.length
  }
  return cards
}
