import { describe, expect, it } from 'vitest'
import { pageNumbersAround } from './pagination-numbers.ts'

describe('account §9 Activity pages: numbers around the current one', () => {
  it.each([
    ['at the start', 1, 12, [1, 2, 3, 4, 5]],
    ['in the middle', 6, 12, [4, 5, 6, 7, 8]],
    ['at the end', 12, 12, [8, 9, 10, 11, 12]],
    ['one before the end', 11, 12, [8, 9, 10, 11, 12]],
    ['fewer pages than places', 2, 3, [1, 2, 3]],
    ['a single page', 1, 1, [1]],
  ])('%s', (_case, page, pages, numbers) => {
    expect(pageNumbersAround(page, pages)).toEqual(numbers)
  })
})
