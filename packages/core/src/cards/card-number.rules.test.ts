import { describe, expect, test } from 'vitest'
import { containsCardNumber } from './card-number.rules.ts'

const number = '4929174850275143'
const groups = ['4929', '1748', '5027', '5143']
const inDigitsFrom = (zero: number) =>
  number.replace(/\d/g, digit => String.fromCodePoint(zero + Number(digit)))

describe('card number', () => {
  test.each([
    ['plain', number],
    ['spaces', groups.join(' ')],
    ['dashes', groups.join('-')],
    ['dots', groups.join('.')],
    ['a dot after each digit', [...number].join('.')],
    ['underscores', groups.join('_')],
    ['plus signs, as in an address', groups.join('+')],
    ['two separators', groups.join(' - ').replaceAll('  ', ' ').replaceAll(' - ', '- ')],
    ['no-break spaces', groups.join('\u00a0')],
    ['en dashes', groups.join('–')],
    ['middle dots', groups.join('·')],
    ['zero-width spaces', [...number].join('\u200b')],
    ['zero-width joiners and soft hyphens', groups.join('\u200d\u00ad')],
    ['combining marks', groups.join('\u0301')],
    ['wide digits', inDigitsFrom(0xff10)],
    ['mathematical digits', inDigitsFrom(0x1d7ce)],
    ['Arabic digits', inDigitsFrom(0x0660)],
    ['Devanagari digits', inDigitsFrom(0x0966)],
    ['encoded spaces', groups.join('%20')],
    ['encoded digits', [...number].map(digit => `%3${digit}`).join('')],
    ['encoded twice', [...number].map(digit => `%253${digit}`).join('')],
    ['encoded wide digits', encodeURIComponent(inDigitsFrom(0xff10))],
    ['encoded beside a malformed escape', `%zz${groups.join('%20')}`],
    ['an expiry and a code after it', `${groups.join('.')} 12/29 123`],
    ['the middle of a text', `/search?q=my%20card%20${number}&page=1`],
    ['Visa of 13 digits', '4222222222222'],
    ['Visa of 19 digits', '4000000000000000006'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard in 2', '2223003122003222'],
    ['American Express', '3782 822463 10005'],
    ['Discover', '6011111111111117'],
    ['Diners Club', '3056 930902 5904'],
    ['JCB', '3530111333300000'],
    ['UnionPay', '6200000000000005'],
    ['Maestro', '6759649826438453'],
    ['Mir', '2201382000000013'],
    ['after other digits', `11 22 ${number}`],
  ])('%s -> found', (_case, text) => {
    expect(containsCardNumber(text)).toBe(true)
  })

  test.each([
    ['a wrong checksum', '4929174850275144'],
    ['too short', '492917485027'],
    ['letters between', '4929x1748x5027x5143'],
    ['coordinates', '/search?latitude=40.7128000000004&longitude=-74.0060000000002'],
    ['a UUID', '{"transactionId":"c4f068bd-ff38-4060-8187-7735aaed94cd"}'],
    ['a UUID in an address', '/account/claim?transactionId=D4C6DAA0-3E57-4692-A464-19618593113F'],
    ['coordinates with a space', '40.7128000000004 -74.0060000000002'],
    ['a time', '2026-03-10T18:00:00.000Z'],
    ['a time in milliseconds that passes the checksum', '1764031254402'],
    ['an order number that passes the checksum', '9123456789012348'],
    ['a number in a longer one', `1${number}`],
    ['a phone number', '+1 (212) 555-0100'],
    ['nothing', ''],
    ['percent signs', '100% of 50%'],
  ])('%s -> none', (_case, text) => {
    expect(containsCardNumber(text)).toBe(false)
  })

  test.each(['4', '4 '])('6 MB of %j -> none, without overflow', unit => {
    expect(containsCardNumber(unit.repeat(6_300_000 / unit.length))).toBe(false)
  })
})
