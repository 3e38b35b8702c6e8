/*
 * How names and cuisines are made comparable, so that "cafe" finds "Café" and "wendys" finds "Wendy's". The database
 * holds the folded text of each restaurant; what a person types is folded in the same way.
 */

/** Lower case, without accents, apostrophes and the dots of initials; everything else that is no letter or digit becomes one space. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðþßı]/g, letter => plainLetters[letter] ?? letter)
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters that no decomposition takes apart. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
}

/** The words of what a person typed, once each. */
export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).split(' '))].filter(word => word !== '')
}

/** Between the name and the rest, so that the folded name can be told apart again: results are sorted by it. */
export const nameEnd = ' | '

/** What is searched: name, cuisines and neighborhood. The column `search_text`. */
export function searchTextOf(merchant: {
  readonly name: string
  readonly cuisines: readonly string[]
  readonly neighborhood: string
}): string {
  const rest = foldText([...merchant.cuisines, merchant.neighborhood].join(' '))
  return `${foldText(merchant.name)}${nameEnd}${rest}`
}

/** Every word that was typed begins a word of the restaurant's text. Nothing typed but signs finds nothing. */
export function matchesText(searchText: string, words: readonly string[]): boolean {
  return words.length > 0 && words.every(word => ` ${searchText}`.includes(` ${word}`))
}
