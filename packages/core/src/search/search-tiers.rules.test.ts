import { describe, expect, test } from 'vitest'
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
