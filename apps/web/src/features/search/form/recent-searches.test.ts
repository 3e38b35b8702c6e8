import { beforeEach, expect, test } from 'vitest'
import { writeStored } from '../../../lib/browser/stored.ts'
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.ts'

beforeEach(clearRecentSearches)

test('recent searches: the latest first, each once, five at most', () => {
  for (const text of ['ramen', 'thai', ' ', 'pizza', 'Ramen ', 'sushi', 'tacos', 'brunch'])
    addRecentSearch(text)
  expect(readRecentSearches()).toEqual(['brunch', 'tacos', 'sushi', 'Ramen', 'pizza'])
})

test.each([['not JSON'], ['{"a":1}'], ['[1,"",null]'], [JSON.stringify(['a'.repeat(101)])]])(
  'what others stored as %s: none',
  stored => {
    writeStored('recent-searches', stored)
    expect(readRecentSearches()).toEqual([])
  },
)
