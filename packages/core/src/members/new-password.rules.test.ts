import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { cutPassword, guessableWords, isMadeOf, passwordStrength } from './new-password.rules.ts'

test('password: cut at 56 characters, idempotent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), password => {
      expect(cutPassword(password).length).toBeLessThanOrEqual(56)
      expect(password.startsWith(cutPassword(password))).toBe(true)
      expect(cutPassword(cutPassword(password))).toBe(cutPassword(password))
    }),
  )
})

const airline = partnerForTest('airline', {
  name: 'Skyward',
  programName: 'Skyward Dining',
  currencyType: 'Point',
  memberNumber: {
    label: 'SkyPass number',
    format: { prefix: '', signs: 'digits', minLength: 9, maxLength: 9 },
    example: '402815637',
    required: false,
  },
})
const owner = { firstName: 'Juno', lastName: 'O’Hale', email: 'juno.hale@mail.example' }

describe('password of guessable words', () => {
  test.each([
    ['the partner’s name and a year', 'Skyward2026!', true],
    ['program and currency', 'skyward-dining-points-1', true],
    ['the member number’s name', 'My-SkyPass-1', true],
    ['the program in one word', 'SkywardDining7', true],
    ['a name of the person', 'Juno-Hale-99', true],
    ['the own address and a digit', 'juno.hale@mail.example1', true],
    ['both names and a date', 'JunoOHale-1999-12-31', true],
    ['a word and a long number', 'skyward-20261231', true],
    ['the name, and enough besides', 'skyward-horse-battery-2', false],
    ['none of them', 'Dinner-For-2!', false],
    ['a word inside another', 'pinpoint-anchors-4', false],
  ])('%s: %s -> %s', (_case, password, expected) => {
    expect(isMadeOf(guessableWords(airline, owner), password)).toBe(expected)
  })

  test('words of the currency, also of cash', () => {
    const bank = partnerForTest('bank', { name: 'Harbor', programName: 'Harbor', currencyType: 'Credit' })
    expect(isMadeOf(guessableWords(bank), 'Cash-Back-2026')).toBe(true)
  })
})

describe('strength of a password', () => {
  test.each([
    ['', 'weak'],
    ['dinner1', 'weak'],
    ['aaaaaaaaaaaa1', 'weak'],
    ['12345678a', 'weak'],
    ['Skyward2026!', 'weak'],
    ['Password1!', 'weak'],
    ['dinner72', 'fair'],
    ['dinner-for-72', 'good'],
    ['Dinner-For-2!', 'strong'],
    ['correct horse battery staple 9', 'strong'],
  ])('%s -> %s', (password, expected) => {
    expect(passwordStrength(password, guessableWords(airline))).toBe(expected)
  })

  test('longer -> never weaker', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 10 }), (password, more) => {
        const levels = ['weak', 'fair', 'good', 'strong']
        const level = (text: string) => levels.indexOf(passwordStrength(text, []))
        expect(level(password + more)).toBeGreaterThanOrEqual(level(password))
      }),
    )
  })
})
