import { AppError } from '@dineward/core/shared/errors.ts'
import { describe, expect, test } from 'vitest'
import type { ReadEvent } from './define-network.rules.ts'
import { fidel } from './fidel.network.ts'

const event = {
  id: '7fdfd5d8',
  auth: true,
  cleared: true,
  amount: 42.5,
  currency: 'USD',
  datetime: '2026-03-09T19:30:00',
  updated: '2026-03-11T10:00:00.000Z',
}
const clearing = 'transaction.clearing'
const read = (fields: object, named = clearing) => fidel.read(JSON.stringify({ ...event, ...fields }), named)
const transactionOf = (fields: object, named?: string) => (read(fields, named) as ReadEvent).transaction
const keyOf = (fields: object) => (read(fields) as ReadEvent).dedupeKey

describe('a transaction event', () => {
  test.each([
    [42.5, 4_250],
    [0.07, 7],
    [1.1, 110],
    [-10, 1_000],
    [0, 0],
    [-0, 0],
    [10_000_000, 1_000_000_000],
  ])('has an amount as integer cents: %d', (amount, cents) => {
    expect(transactionOf({ amount }).amountCents).toBe(cents)
  })

  test.each([
    ['three decimals', { amount: 42.505 }],
    ['a sum of floats', { amount: 0.1 + 0.2 }],
    ['an exponent', { amount: 1e21 }],
    ['too much money', { amount: 10_000_000.01 }],
    ['an amount in text', { amount: '42.50' }],
    ['no amount', { amount: undefined }],
    ['an infinite amount', { amount: Number.POSITIVE_INFINITY }],
    ['an id that is a number', { id: 7 }],
    ['an empty id', { id: '' }],
    ['an id with a NUL', { id: 'a\u0000b' }],
    ['an id with half of a character', { id: 'a\ud800b' }],
    ['an id without end', { id: 'x'.repeat(201) }],
    ['a currency that is none', { currency: 'US$' }],
    ['a day that does not exist', { datetime: '2026-02-30T12:00:00' }],
    ['an hour that does not exist', { datetime: '2026-02-03T25:00:00' }],
    ['midnight as the hour after the last', { datetime: '2026-02-03T24:00:00' }],
    ['a year that no calendar has', { datetime: '0000-01-01T00:00:00' }],
    ['a time in words', { datetime: 'yesterday' }],
    ['a card that is text', { card: 'card' }],
    ['a card id that is a number', { card: { metadata: { id: 5 } } }],
    ['a MID that is a list', { identifiers: { MID: [] } }],
    ['a negative subtotal of a charge', { order: { type: 'online', subtotal: -15 } }],
  ])('is refused with %s', (_, fields) => {
    expect(read(fields)).toMatchObject({ code: 'validation_failed' })
  })

  test('keeps what it does not know, and needs neither card nor place to be read', () => {
    expect(
      read({ wallet: { type: 'apple' }, card: null, location: { metadata: null }, identifiers: null }),
    ).toMatchObject({
      body: { wallet: { type: 'apple' } },
    })
  })

  test('of a refund has a negative subtotal as well', () => {
    const refund = transactionOf({ amount: -42.5, order: { type: 'online', subtotal: -36 } })
    expect(refund).toMatchObject({ kind: 'refund', order: { subtotalCents: -3_600 } })
  })

  test('fields in another order -> the same key', () => {
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(event).reverse()))
    expect(fidel.read(reversed, clearing)).toMatchObject({ dedupeKey: keyOf({}) })
  })

  test.each([
    { id: 'other' },
    { amount: 42.51 },
    { updated: '2026-03-11T10:00:01.000Z' },
    { cleared: false },
    { auth: false },
  ])('is another event with %o', fields => {
    expect(keyOf(fields)).not.toBe(keyOf({}))
  })
})

test('a body that is no JSON -> invalid_json', () => {
  expect(fidel.read('{', clearing)).toBeInstanceOf(AppError)
  expect(fidel.read('{', clearing)).toMatchObject({ code: 'invalid_json' })
})

describe('what an event moves', () => {
  test.each([
    ['transaction.auth', 4_250, 'authorization'],
    ['transaction.auth', -4_250, 'refund'],
    ['transaction.clearing', 4_250, 'clearing'],
    ['transaction.clearing', 0, 'clearing'],
    ['transaction.clearing', -1_000, 'refund'],
    ['transaction.refund', -1_000, 'refund'],
    ['transaction.refund', 1_000, 'refund'],
  ])('%s of %i cents is a %s', (name, amountCents, kind) => {
    const transaction = transactionOf({ amount: amountCents / 100 }, name)
    expect(transaction).toMatchObject({ kind, amountCents: Math.abs(amountCents) })
  })
})
