import { expect, test } from 'vitest'
import { cardTokenText, parseCardToken } from './card-token.rules.ts'

const fingerprint = 'A'.repeat(43)
const signature = 'B'.repeat(43)
const text = cardTokenText({ fingerprint, cardType: 'Visa', lastFour: '4242' })

test('signed token -> its parts', () => {
  expect(parseCardToken(`${text}.${signature}`)).toEqual({
    signedText: text,
    fingerprint,
    cardType: 'Visa',
    lastFour: '4242',
    signature,
  })
})

test.each([
  ['without a signature', text],
  ['with a short signature', `${text}.${'B'.repeat(42)}`],
  ['with more behind it', `${text}.${signature}.x`],
  ['of an unknown brand', `${text.replace('Visa', 'Diners')}.${signature}`],
  ['with a last four of three', `${text.slice(0, -1)}.${signature}`],
  ['with a line break', `${text}.${signature}\n`],
  ['that is nothing', ''],
])('token %s -> null', (_case, token) => {
  expect(parseCardToken(token)).toBeNull()
})
