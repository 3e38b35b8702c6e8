import { searchWords } from './search-text.rules.ts'

/** Names write "&" and "+", or leave them out. */
const connecting = new Set(['and', 'n', 'plus'])
const articles = new Set(['a', 'an', 'the', 'of', 'at', 'in', 'on', 'my', 'our'])

/** Say that a restaurant is meant, also as they are often misspelled. */
const anyRestaurant = new Set(
  (
    'restaurant restaurants restaurante restaurent restaurents resturant resturants restaraunt restaraunts ' +
    'food foods cuisine cuisines place places eatery eateries joint joints spot spots'
  ).split(' '),
)
/** "Italian restaurant" is "italian"; "quillfeather and daughters" also finds "Quillfeather & Daughters". */
export function queryWords(text: string): string[] {
  const words = searchWords(text)
  const telling = words.filter(word => !connecting.has(word) && !anyRestaurant.has(word))
  if (telling.some(word => !articles.has(word))) return telling
  const named = words.filter(word => !connecting.has(word))
  return named.some(word => !articles.has(word)) ? named : words
}
