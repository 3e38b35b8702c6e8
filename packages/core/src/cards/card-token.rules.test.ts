import { expect, test } from 'vitest'
import { cardTokenText, parseCardToken } from './card-token.rules.ts'

const fingerprint = 'A'.repeat(43)
const signature = 'B'.repeat(43)
const expiresAt = new Date('2026-03-10T18:10:00Z')
const nonce = 'C'.repeat(22)
const text = cardTokenText({ fingerprint, cardType: 'Visa', lastFour: '4242', expiresAt, nonce })

test('signed token -> its parts', () => {
  expect(parseCardToken(`${text}.${signature}`)).toEqual({
    signedText: text,
    fingerprint,
    cardType: 'Visa',
    lastFour: '4242',
    expiresAt,
    nonce,
    signature,
  })
})

test.each([
  ['without a signature', text],
  ['with a short signature', `${text}.${'B'.repeat(42)}`],
  ['with more behind it', `${text}.${signature}.x`],
  ['of an unknown brand', `${text.replace('Visa', 'Diners')}.${signature}`],
  ['with a last four of three', `${text.replace('4242', '424')}.${signature}`],
  ['without an expiry', `tok_${fingerprint}.Visa4242.${signature}`],
  ['with a line break', `${text}.${signature}\n`],
  ['that is nothing', ''],
])('token %s -> null', (_case, token) => {
  expect(parseCardToken(token)).toBeNull()
})
