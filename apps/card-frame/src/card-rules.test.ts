import { cardBrandOf, hasExpired, readCardNumber, readExpiry } from '@dineward/core/cards/cards.rules.ts'
import { cardBrandOfType } from '@dineward/core/partner/partner-questions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brandOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  isFullLength,
  numberProblem,
  passesLuhn,
} from '../public/card-rules.js'

const all = ['VISA', 'MAST', 'AMEX', 'DISC']
const now = new Date('2026-03-10T18:00:00Z')

/** Numbers that are nearly right: of every brand's beginnings, half of them with the right check digit. */
const numbers = fc
  .tuple(
    fc.constantFrom(
      '4',
      '51',
      '55',
      '50',
      '2220',
      '2221',
      '2720',
      '2721',
      '34',
      '37',
      '36',
      '6011',
      '65',
      '62',
    ),
    fc.stringMatching(/^\d{9,14}$/),
    fc.boolean(),
  )
  .map(([start, rest, mend]) => {
    const digits = `${start}${rest}`
    if (!mend) return digits
    return Array.from({ length: 10 }, (_, check) => digits.slice(0, -1) + check).find(passesLuhn)!
  })

describe('the browser’s rules agree with the product’s', () => {
  test('on numbers', () => {
    fc.assert(
      fc.property(numbers, digits => {
        const told = readCardNumber(digits)
        expect(numberProblem(digits, all) === null).toBe(told.ok)
        if (told.ok) expect(brandOf(digits)).toBe(cardBrandOfType[told.cardType])
      }),
      { numRuns: 2_000 },
    )
  })

  test('on every beginning of four digits', () => {
    for (let start = 1_000; start < 10_000; start++) {
      const brand = [13, 15, 16].map(length => cardBrandOf(String(start).padEnd(length, '0'))).find(Boolean)
      expect(brandOf(String(start))).toBe(brand ? cardBrandOfType[brand] : null)
    }
  })

  test('on expiries', () => {
    for (let month = 0; month <= 13; month++) {
      for (let year = 24; year <= 50; year++) {
        const text = `${String(month).padStart(2, '0')}${year}`
        const expiry = readExpiry(text.slice(0, 2), text.slice(2), now)
        const good = expiry !== null && !hasExpired(expiry, now)
        expect([text, expiryProblem(text, now) === null]).toEqual([text, good])
      }
    }
  })
})

describe('what is said of a number', () => {
  test.each([
    ['', all, 'Please enter your credit card number.'],
    ['4242424242424241', all, 'Check the number. We accept Visa, Mastercard, Amex, and Discover.'],
    ['42', ['VISA', 'MAST'], 'Check the number. We accept Visa and Mastercard.'],
    ['378282246310005', ['VISA'], 'We do not take Amex. We accept Visa.'],
  ])('%j', (digits, accepted, message) => {
    expect(numberProblem(digits, accepted)?.message).toBe(message)
  })
})

describe('while typing', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822', '3782 822'],
    ['', ''],
    ['4242424242424242424', '4242 4242 4242 4242 424'],
  ])('%s becomes "%s"', (digits, shown) => {
    expect(formatNumber(digits)).toBe(shown)
  })

  test.each([
    ['0', true, '0'],
    ['1', true, '1'],
    ['8', true, '08 / '],
    ['08', true, '08 / '],
    ['1/', true, '01 / '],
    ['08 / 2', true, '08 / 2'],
    ['08 / 29', true, '08 / 29'],
    ['08/2029', true, '08 / 29'],
    ['082029', true, '08 / 29'],
    ['08 / ', false, '08'],
    ['0', false, '0'],
    ['', true, ''],
    ['ab', true, ''],
  ])('expiry %j (typing: %j) becomes "%s"', (text, typing, shown) => {
    expect(formatExpiry(text, typing)).toBe(shown)
  })

  test.each([
    ['424242424242424', false],
    ['4242424242424242', true],
    ['4222222222222', false],
    ['378282246310005', true],
    ['99999999999999999', false],
  ])('%s is as long as it can be: %j', (digits, full) => {
    expect(isFullLength(digits)).toBe(full)
  })
})
