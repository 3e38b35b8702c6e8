import { describe, expect, test } from 'vitest'
import { foldText, matchesText, searchTextOf, searchWords } from './search-text.rules.ts'

describe('folding text', () => {
  test.each([
    ['Café Müller', 'cafe muller'],
    ["Wendy's", 'wendys'],
    ['Wendy’s', 'wendys'],
    ['T.G.I. Friday’s', 'tgi fridays'],
    ['P.J. Clarke’s', 'pj clarkes'],
    ['Mr.Broadway', 'mr broadway'],
    ['St. Mark’s Place', 'st marks place'],
    ['  Fish &  Chips/Co. ', 'fish chips co'],
    ['Smørrebrød', 'smorrebrod'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Cœur', 'coeur'],
    ['ﬁsh', 'fish'],
    ['Tokyo Grill', 'tokyo grill'],
    ['寿司 Bar', '寿司 bar'],
    ['مطعم', 'مطعم'],
    ['100% Natural_Foods\u0000', '100 natural foods'],
    ['🍕', ''],
    ['', ''],
  ])('%j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('folding twice changes nothing', () => {
    for (const text of ['T.G.I. Friday’s', 'Café/Tea', 'A.B']) {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }
  })
})

test('the words of a query, once each', () => {
  expect(searchWords(' Pizza  PIZZA, café ')).toEqual(['pizza', 'cafe'])
  expect(searchWords('…')).toEqual([])
})

describe('finding a restaurant by text', () => {
  const text = searchTextOf({
    name: "Joe's Café",
    cuisines: ['Pizza', 'Italian'],
    neighborhood: 'East Village',
  })
  test.each([
    ['pizza', true],
    ['piz', true],
    ['izza', false],
    ['cafe', true],
    ['CAFÉ joes', true],
    ['italian pizza', true],
    ['pizza sushi', false],
    ['village', true],
    ['cafe pizza', true],
    ['🍕', false],
  ])('%j: %s', (query, found) => {
    expect(matchesText(text, searchWords(query))).toBe(found)
  })

  test('search text -> begins with the folded name', () => {
    expect(text).toBe('joes cafe | pizza italian east village')
  })
})
