import { describe, expect, test } from 'vitest'
import { queryWords } from './query-words.rules.ts'
import { searchWords } from './search-text.rules.ts'
import { searchTiers } from './search-tiers.rules.ts'
import { buildVocabulary } from './vocabulary.rules.ts'

const terms = [
  'bar',
  'bat',
  'cofee',
  'coffee',
  'joes',
  'litte',
  'little',
  'pizza',
  'pizzeria',
  'shop',
  'the',
  '21',
]
const vocabulary = buildVocabulary(terms.map((term, id) => [term, id]))

/** Each tier's wordings, each word's terms joined by a bar. */
function tiersOf(typed: string): string[][] {
  const steps = searchTiers(vocabulary, searchWords(typed))
  for (;;) {
    const step = steps.next()
    if (!step.done) continue
    return step.value.map(tier =>
      tier.map(wording => wording.map(ids => ids.map(id => terms[id]).join('|')).join(' ')),
    )
  }
}

describe('what a text may mean, likeliest first', () => {
  test.each([
    ['a word without a like', 'shop', [['shop'], ['shop']]],
    ['a mistyped word that exists elsewhere', 'cofee', [['cofee'], ['cofee|coffee']]],
    ['one of several words', 'litte shop', [['litte shop'], ['litte|little shop', 'litte shop']]],
    ['an unknown word: corrected first', 'piza', [['pizza'], ['pizza']]],
    ['a short word beside another', 'joes baz', [['joes bar|bat']]],
    ['a short word alone: as it is', 'baz', []],
    ['a number beside a word', 'the 22', [['the 21']]],
    ['a number alone: as it is', '22', []],
    ['a space left out', 'joespizza', [['joes pizza']]],
    ['a space too many', 'piz za', [['pizza']]],
    ['a space swapped with a letter', 'joesp izza', [['joes pizza'], ['joes pizza']]],
    ['a letter instead of a space', 'joesxpizza', [['joes pizza']]],
    ['a space instead of a letter', 'co fee', [['cofee|coffee']]],
    ['nothing like it', 'zzzzzz', []],
    ['no words', '!', []],
  ])('%s: %j', (_, typed, expected) => {
    expect(tiersOf(typed)).toEqual(expected)
  })
})

describe('words that mean the same', () => {
  const stored = [
    'bar',
    'barbecue',
    'bbq',
    'deli',
    'first',
    'pizza',
    'saint',
    'st',
    'steak',
    'sushi',
    'wenna',
  ]
  const known = buildVocabulary(stored.map((term, id) => [term, id]))
  const firstTiers = (typed: string, cuisines: readonly string[] = []) => {
    const steps = searchTiers(known, queryWords(typed), new Set(cuisines))
    for (;;) {
      const step = steps.next()
      if (step.done)
        return step.value.map(
          tier => tier.map(wording => wording.map(ids => ids.map(id => stored[id]).join('|')))[0],
        )
    }
  }
  test.each([
    ['saint wenna', ['saint|st', 'wenna']],
    ['st. wenna', ['saint|st|steak', 'wenna']],
    ['wenna delicatessen', ['wenna', 'deli']],
    ['bbq', ['barbecue|bbq']],
    ['barbecue', ['barbecue|bbq']],
    ['pizzeria', ['pizza']],
    ['steakhouse', ['steak']],
    ['1st', ['first']],
  ])('%s', (typed, terms) => {
    expect(firstTiers(typed)[0]).toEqual(terms)
  })

  test('a bar after a cuisine: those of the cuisine come after names with both', () => {
    expect(firstTiers('sushi bar', ['Sushi', 'sushi']).slice(0, 2)).toEqual([
      ['sushi', 'bar|barbecue'],
      ['sushi'],
    ])
  })
})
