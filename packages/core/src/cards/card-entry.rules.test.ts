import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardBrandOfType } from '../partner/partner-questions.ts'
import type { CardBrandCode } from '../partner/settings/cards.settings.ts'
import {
  brandStartingWith,
  cardBrandCodes,
  cardBrandOf,
  cardBrands,
  expiryProblem,
  formatCardNumber,
  formatExpiry,
  hasExpired,
  isFullLength,
  numberProblem,
  parseCardNumber,
  parseExpiry,
} from './card-entry.rules.ts'
import { containsCardNumber, passesLuhn } from './card-number.rules.ts'
import { remainingCardAllowance } from './cards.rules.ts'

/** The digits with the check digit that makes them right. */
function withCheckDigit(digits: string): string {
  return Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find(passesLuhn)!
}

describe('account §5 Card number: its brand', () => {
  test.each([
    ['Amex, 34', '341111111111111', 'Amex'],
    ['Amex, 37', '371111111111111', 'Amex'],
    ['Amex with 16 digits', '3711111111111111', null],
    ['36, a brand that is not accepted', '361111111111111', null],
    ['Discover, 6011', '6011111111111111', 'Discover'],
    ['Discover, 65', '6511111111111111', 'Discover'],
    ['6012', '6012111111111111', null],
    ['Discover with 15 digits', '601111111111111', null],
    ['Mastercard, 51', '5111111111111111', 'Mastercard'],
    ['Mastercard, 55', '5511111111111111', 'Mastercard'],
    ['50', '5011111111111111', null],
    ['56', '5611111111111111', null],
    ['2220, one below the range', '2220999999999999', null],
    ['2221, the first of the range', '2221000000000000', 'Mastercard'],
    ['2229', '2229000000000000', 'Mastercard'],
    ['2230', '2230000000000000', 'Mastercard'],
    ['2300', '2300000000000000', 'Mastercard'],
    ['2699', '2699999999999999', 'Mastercard'],
    ['2700', '2700000000000000', 'Mastercard'],
    ['2720, the last of the range', '2720999999999999', 'Mastercard'],
    ['2721, one above', '2721000000000000', null],
    ['Visa with 13 digits', '4111111111111', 'Visa'],
    ['Visa with 16 digits', '4111111111111111', 'Visa'],
    ['Visa with 14 digits', '41111111111111', null],
    ['Visa with 19 digits', '4111111111111111111', null],
    ['no digits', '', null],
    ['letters', '4111a11111111111', null],
  ])('%s', (_case, digits, brand) => {
    expect(cardBrandOf(digits)).toBe(brand)
  })

  test('Mastercard, second range: 2221 to 2720', () => {
    for (let prefix = 2000; prefix < 3000; prefix++) {
      const expected = prefix >= 2221 && prefix <= 2720 ? 'Mastercard' : null
      expect(cardBrandOf(`${prefix}000000000000`)).toBe(expected)
    }
  })
})

describe('typed number', () => {
  test.each([
    ['in groups', '4242 4242 4242 4242', { ok: true, digits: '4242424242424242', cardType: 'Visa' }],
    ['with dashes', '3782-822463-10005', { ok: true, digits: '378282246310005', cardType: 'Amex' }],
    ['of 13 digits', '4222222222222', { ok: true, digits: '4222222222222', cardType: 'Visa' }],
    ['with one digit wrong', '4242424242424241', { ok: false, problem: 'card_number_invalid' }],
    ['cut short', '4242', { ok: false, problem: 'card_number_invalid' }],
    ['with letters', '4242x424242424242', { ok: false, problem: 'card_number_invalid' }],
    ['empty', '', { ok: false, problem: 'card_number_invalid' }],
    ['right, of another brand', '30569309025904', { ok: false, problem: 'card_brand_not_accepted' }],
  ])('%s', (_case, text, result) => {
    expect(parseCardNumber(text)).toEqual(result)
  })

  test('any single wrong digit -> invalid', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^4\d{14}$/),
        fc.nat(15),
        fc.integer({ min: 1, max: 9 }),
        (start, place, by) => {
          const right = withCheckDigit(start)
          const wrong = [...right]
          wrong[place] = String((Number(wrong[place]) + by) % 10)
          expect(passesLuhn(right)).toBe(true)
          expect(passesLuhn(wrong.join(''))).toBe(false)
        },
      ),
    )
  })
})

describe('text with a card number', () => {
  test.each([
    ['alone', '4242424242424242', true],
    ['in groups', 'my card 4242 4242 4242 4242, thanks', true],
    ['with dashes', '3782-822463-10005', true],
    ['with its expiry behind it', '4242 4242 4242 4242 12 27', true],
    ['with its expiry and code', '4242424242424242 1227 123', true],
    ['with something before it', '2026-03 3782-822463-10005', true],
    ['whose checksum is wrong', '4242424242424241', false],
    ['too short to be one', '424242424242', false],
    ['a phone number', '+1 212 555 0123', false],
  ])('%s', (_case, text, holds) => {
    expect(containsCardNumber(text)).toBe(holds)
  })
})

// Hangs when the search is not linear.
test('text of half a million groups without a card number -> false', () => {
  expect(containsCardNumber('1 '.repeat(500_000))).toBe(false)
})

test('number alone in a text, as long as a Visa card: found exactly when it passes Luhn', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^4\d{15}$/), digits => {
      expect(containsCardNumber(`card ${digits}.`)).toBe(passesLuhn(digits))
    }),
  )
})

test('number alone in a text, of any length: not found where it does not pass Luhn', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{13,19}$/), digits => {
      expect(containsCardNumber(`card ${digits}.`) && !passesLuhn(digits)).toBe(false)
    }),
  )
})

const march = new Date('2026-03-10T18:00:00Z')

describe('expiry', () => {
  test.each([
    ['two digits each', '03', '27', { month: 3, year: 2027 }],
    ['one-digit month', '3', '27', { month: 3, year: 2027 }],
    ['four-digit year', '12', '2030', { month: 12, year: 2030 }],
    ['numbers', 7, 2029, { month: 7, year: 2029 }],
    ['spaces around', ' 7 ', ' 29 ', { month: 7, year: 2029 }],
    ['a year gone by', '12', '19', { month: 12, year: 2019 }],
    ['month 0', '0', '27', null],
    ['month 13', '13', '27', null],
    ['no month', '', '27', null],
    ['a three-digit year', '3', '202', null],
    ['twenty years ahead', '3', '46', { month: 3, year: 2046 }],
    ['further than a card is good', '3', '47', null],
    ['words', 'March', 'soon', null],
    ['a fraction', 1.5, 27, null],
    ['a sign', '-1', '27', null],
  ])('%s', (_case, month, year, expected) => {
    expect(parseExpiry(month, year, march)).toEqual(expected)
  })

  test.each([
    ['this month', { month: 3, year: 2026 }, march, false],
    ['last month', { month: 2, year: 2026 }, march, true],
    ['the last moment of the month at UTC-12', { month: 2, year: 2026 }, at('2026-03-01T11:59:59Z'), false],
    ['the month is over everywhere', { month: 2, year: 2026 }, at('2026-03-01T12:00:00Z'), true],
    ['December runs into January', { month: 12, year: 2025 }, at('2026-01-01T12:00:00Z'), true],
    ['next year', { month: 1, year: 2027 }, march, false],
  ])('expired: %s', (_case, expiry, now, expired) => {
    expect(hasExpired(expiry, now)).toBe(expired)
  })
})

test.each([
  [12, 0, 12],
  [12, 11, 1],
  [12, 12, 0],
  [2, 5, 0],
])('%d cards allowed, %d linked -> %d left', (maxLinkedCards, linked, left) => {
  expect(remainingCardAllowance({ settings: { maxLinkedCards } }, linked)).toBe(left)
})

function at(time: string): Date {
  return new Date(time)
}

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
    return Array.from({ length: 10 }, (_, check) => digits.slice(0, -1) + check).find(passesLuhn) ?? digits
  })

describe('while typing and when complete', () => {
  test('a number has no problem exactly when it can be parsed; its brand is known from the start', () => {
    fc.assert(
      fc.property(numbers, digits => {
        const parsed = parseCardNumber(digits)
        expect(numberProblem(digits, cardBrandCodes) === null).toBe(parsed.ok)
        if (parsed.ok) expect(brandStartingWith(digits)).toBe(cardBrandOfType[parsed.cardType])
      }),
      { numRuns: 2_000 },
    )
  })

  test('four digits: brand while typing -> brand of the complete number', () => {
    for (let start = 1_000; start < 10_000; start++) {
      const brand = [13, 15, 16].map(length => cardBrandOf(String(start).padEnd(length, '0'))).find(Boolean)
      expect(brandStartingWith(String(start))).toBe(brand ? cardBrandOfType[brand] : null)
    }
  })
})

describe('problem of a number', () => {
  test.each<[string, CardBrandCode[], string]>([
    ['', cardBrandCodes, 'Please enter your credit card number.'],
    ['4242424242424241', cardBrandCodes, 'Check the number. We accept Visa, Mastercard, Amex, and Discover.'],
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
  ])('%s -> "%s"', (digits, shown) => {
    expect(formatCardNumber(digits)).toBe(shown)
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
  ])('expiry %j (typing: %j) -> "%s"', (text, typing, shown) => {
    expect(formatExpiry(text, typing)).toBe(shown)
  })

  test.each([
    ['424242424242424', false],
    ['4242424242424242', true],
    ['4222222222222', false],
    ['378282246310005', true],
    ['99999999999999999', false],
  ])('%s has its full length: %j', (digits, full) => {
    expect(isFullLength(digits)).toBe(full)
  })
})

test.each([
  ['', 'Please enter the expiry date.'],
  ['03', 'Enter month and year, as in 08 / 29.'],
  ['1327', 'Enter month and year, as in 08 / 29.'],
  ['0347', 'Enter month and year, as in 08 / 29.'],
  ['0226', 'This card has expired. Please use another card.'],
  ['0326', undefined],
])('problem of the expiry %j -> %j', (digits, message) => {
  expect(expiryProblem(digits, march)?.message).toBe(message)
})

test('brand names: those of the wire', () => {
  for (const code of cardBrandCodes) expect(cardBrandOfType[cardBrands[code].name]).toBe(code)
})
