import { expect, test } from 'vitest'
import { readFrameMessage } from './card-frame-messages.ts'

const card = { cardId: 'tok_1', cardType: 'Visa', lastFour: '4242' }

test('card message: only token, brand and last four digits are read', () => {
  const message = { type: 'card-frame', status: 'success', card: { ...card, number: '4242424242424242' } }
  expect(readFrameMessage(message)).toEqual({ status: 'success', card })
})

test.each([
  ['initialised', { type: 'card-frame', status: 'initialised' }],
  ['error', { type: 'card-frame', status: 'error', errorCode: 'card_expired', message: 'Expired.' }],
] as const)('%s: accepted', (status, message) => {
  expect(readFrameMessage(message)).toEqual({ status })
})

test.each([
  ['nothing', null],
  ['a text', 'card-frame'],
  ['another type', { type: 'survey', status: 'success', card }],
  ['an unknown status', { type: 'card-frame', status: 'done' }],
  ['a success without a card', { type: 'card-frame', status: 'success' }],
  [
    'a card without last four digits',
    { type: 'card-frame', status: 'success', card: { ...card, lastFour: '' } },
  ],
  ['an unknown brand', { type: 'card-frame', status: 'success', card: { ...card, cardType: 'Bitcoin' } }],
])('%s: ignored', (_case, message) => {
  expect(readFrameMessage(message)).toBeNull()
})
