import { lookUp } from '../shared/look-up.ts'
/* "cafe" finds "Café". Stored texts and queries are folded alike. */

/** Text becomes lower case, without accents, apostrophes and dots of initials; other signs become one space. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðþßı]/g, letter => lookUp(plainLetters, letter) ?? letter)
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** These letters have no Unicode decomposition. */
const plainLetters = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
} satisfies Record<string, string>

export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).split(' '))].filter(word => word !== '')
}

/** Separates the name, by which results are sorted, from the rest. */
export const nameEnd = ' | '

export function searchTextOf(merchant: {
  readonly name: string
  readonly cuisines: readonly string[]
  readonly neighborhood: string
}): string {
  const rest = foldText([...merchant.cuisines, merchant.neighborhood].join(' '))
  return `${foldText(merchant.name)}${nameEnd}${rest}`
}

/** Every word of the query is a prefix of a word in the text. A query without words matches nothing. */
export function matchesText(searchText: string, words: readonly string[]): boolean {
  return words.length > 0 && words.every(word => ` ${searchText}`.includes(` ${word}`))
}
