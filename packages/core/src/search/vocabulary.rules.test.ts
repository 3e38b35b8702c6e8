import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchWords } from './search-text.rules.ts'
import { buildVocabulary, mistakesAllowed } from './vocabulary.rules.ts'

const words = [
  'pizza',
  'pizzas',
  'pizzeria',
  'pita',
  'cafe',
  'cafeteria',
  'chinese',
  'chino',
  'sushi',
  'sushiya',
  'thai',
  'thiago',
  'restaurant',
  'restaurante',
  'italian',
  'burger',
  'diner',
  'dinner',
  'bar',
  'barn',
  'jane',
  'mediterranean',
  'vietnamese',
  'steakhouse',
  '1889',
  '5th',
  'مطعم',
  'مطاعم',
  '寿司',
  'tgi',
  'fridays',
]
const vocabulary = buildVocabulary(words.map((word, id) => [word, id]))
const found = (typed: string) =>
  searchWords(typed).map(word => vocabulary.termsFor(word).map(id => words[id]))

describe('what a typed word means', () => {
  test.each([
    ['pizza', ['pizza', 'pizzas']],
    ['piz', ['pizza', 'pizzas', 'pizzeria']],
    ['Café', ['cafe', 'cafeteria']],
    ['din', ['diner', 'dinner']],
    ['BAR', ['bar', 'barn']],
    ['مطع', ['مطعم']],
    ['寿', ['寿司']],
  ])('terms that begin with it: %s', (typed, terms) => {
    expect(found(typed)).toEqual([terms])
  })

  test.each([
    [
      'a letter typed once instead of twice, which is likelier than another letter',
      'piza',
      ['pizza', 'pizzas'],
    ],
    ['a letter typed twice', 'chineese', ['chinese']],
    ['a letter too many finds what the word would have found', 'sushii', ['sushi', 'sushiya']],
    ['swapped letters, beside what begins so', 'thia', ['thai', 'thiago']],
    ['a letter left out', 'buger', ['burger']],
    ['another letter', 'itelian', ['italian']],
    ['the first letter wrong', 'nurger', ['burger']],
    ['the first letters swapped', 'uhsi', []],
    ['the first letters swapped', 'usshi', ['sushi', 'sushiya']],
    ['two mistakes in a long word', 'resturnat', ['restaurant', 'restaurante']],
    ['two mistakes in a long word', 'meditteranean', ['mediterranean']],
    ['a mistake in the beginning of a longer word', 'steaxhou', ['steakhouse']],
    ['a mistake in the beginning of a longer word', 'vietma', ['vietnamese']],
    ['other scripts', 'مططعم', ['مطعم']],
  ])('%s: %s', (_, typed, terms) => {
    expect(found(typed)).toEqual([terms])
  })

  test.each([
    ['a term that is exactly so is no mistake', 'diner', ['diner']],
    ['a term that is exactly so is no mistake', 'dinner', ['dinner']],
    ['a term that is exactly so is no mistake', 'pita', ['pita']],
    ['short words are as they are', 'baz', []],
    ['short words are as they are', 'th1', []],
    ['two mistakes in a word of fewer than eight letters', 'thzzi', []],
    ['three mistakes', 'rezzuzant', []],
    ['a number is no other number', '1888', []],
    ['nothing like it', 'qqqqqqqqqqqq', []],
  ])('%s: %s', (_, typed, terms) => {
    expect(found(typed)).toEqual([terms])
  })

  test.each([
    '',
    '🍕',
    '🍕🍕🍕🍕',
    '\u0000',
    '\ud800aaaa',
    'x'.repeat(100),
    'pizza'.repeat(20),
    '\u202Eazzip',
  ])('what is no word finds nothing, and nothing breaks: %j', word => {
    expect(vocabulary.termsFor(word)).toEqual([])
  })
})

test('a word may have several ids, which come once each and ascending', () => {
  const several = buildVocabulary([
    ['sushi', 7],
    ['', 1],
    ['sushiya', 2],
    ['sushi', 3],
  ])
  expect(several.size).toBe(3)
  expect(several.termsFor('sush')).toEqual([2, 3, 7])
  expect(buildVocabulary([]).termsFor('sushi')).toEqual([])
})

describe('among any words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'ط'), minLength: 1, maxLength: 12 })
  const terms = fc.uniqueArray(word, { maxLength: 60 })

  test('it finds what comparing with each of them finds', () => {
    fc.assert(
      fc.property(terms, word, (list, typed) => {
        const built = buildVocabulary(list.map((term, id) => [term, id]))
        expect(built.termsFor(typed).map(id => list[id])).toEqual(comparedWithEach(list, typed))
      }),
      { numRuns: 3_000 },
    )
  })

  /** It applies the rules again, by the plain table of distances. */
  function comparedWithEach(list: readonly string[], typed: string): string[] {
    const begun = list.filter(term => term.startsWith(typed))
    if (list.includes(typed)) return begun
    for (let mistakes = 1; mistakes <= mistakesAllowed(typed); mistakes++) {
      const near = list.filter(term => distances(typed, term).at(-1) === mistakes)
      const slips = near.filter(term => isSlip(typed, term))
      const meant = slips.length > 0 ? slips : near
      if (near.length > 0) {
        return list.filter(term => [typed, ...meant].some(beginning => term.startsWith(beginning)))
      }
    }
    if (begun.length > 0 || typed.length < 5) return begun
    return list.filter(term =>
      distances(typed, term).some((distance, letters) => letters > 0 && distance <= 1),
    )
  }

  function isSlip(typed: string, term: string): boolean {
    const once = (text: string) => [...text].filter((letter, at, all) => letter !== all[at - 1]).join('')
    if (typed.length !== term.length) return once(typed) === once(term)
    return [...typed].some(
      (letter, at) => typed.slice(0, at) + (typed[at + 1] ?? '') + letter + typed.slice(at + 2) === term,
    )
  }

  /** It measures from the whole of `typed` to each beginning of `term`. */
  function distances(typed: string, term: string): number[] {
    const table: number[][] = [[...Array(typed.length + 1).keys()]]
    for (let row = 1; row <= term.length; row++) {
      const cells = [row]
      for (let column = 1; column <= typed.length; column++) {
        const same = typed[column - 1] === term[row - 1]
        const swapped = typed[column - 1] === term[row - 2] && typed[column - 2] === term[row - 1]
        cells.push(
          Math.min(
            table[row - 1]![column]! + 1,
            cells[column - 1]! + 1,
            table[row - 1]![column - 1]! + (same ? 0 : 1),
            ...(row > 1 && column > 1 && swapped ? [table[row - 2]![column - 2]! + 1] : []),
          ),
        )
      }
      table.push(cells)
    }
    return table.map(cells => cells.at(-1)!)
  }
})
