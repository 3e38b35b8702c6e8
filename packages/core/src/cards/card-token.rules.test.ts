import { expect, test } from 'vitest'
import { cardTokenText, parseCardToken } from './card-token.rules.ts'

const fingerprint = 'A'.repeat(43)
const signature = 'B'.repeat(43)
const expiresAt = new Date('2026-03-10T18:10:00Z')
const nonce = 'C'.repeat(22)
const parts = { fingerprint, cardType: 'Visa', lastFour: '4242', expiresAt, nonce } as const
const text = cardTokenText({ ...parts, cardExpiry: '203008' })

test.each(['203008', null])('signed token of a card that expires in %s -> its parts', cardExpiry => {
  const signedText = cardTokenText({ ...parts, cardExpiry })
  expect(parseCardToken(`${signedText}.${signature}`)).toEqual({
    ...parts,
    cardExpiry,
    signedText,
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
