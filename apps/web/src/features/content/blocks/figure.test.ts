import { describe, expect, it } from 'vitest'
import { figureOf } from './figure.ts'

describe('number in a sentence', () => {
  it.each([
    ['Up to 3 points per $1', 'Up to', '3', 'points per $1'],
    ['5% cash back', '', '5%', 'cash back'],
    ['$2.40 cash back', '', '$2.40', 'cash back'],
    ['1,000 miles', '', '1,000', 'miles'],
    ['Once a year, at least', 'Once a year, at least', '', ''],
    ['', '', '', ''],
  ])('%s', (sentence, before, number, after) => {
    expect(figureOf(sentence)).toEqual({ before, number, after })
  })
})
