import { describe, expect, test } from 'vitest'
import type { ReadEvent } from './define-network.rules.ts'
import { type KardStatus, kard } from './kard.network.ts'

const attributes = {
  transactionId: 't1',
  amount: 4_250,
  currency: 'usd',
  authorizationDate: '2026-03-09T19:30:00-04:00',
  settledDate: '2026-03-11T08:00:00Z',
  transactionDate: '2026-03-12T08:00:00Z',
  authorizationCode: '123456',
  accountId: 'card',
  merchant: { id: 'mid', storeId: 'casa', name: 'Casa' },
}
const read = (status: KardStatus, fields: object = {}) => {
  const data = { id: 'e1', type: 'transaction', attributes: { ...attributes, status, ...fields } }
  return kard.read(JSON.stringify({ data }), 'transaction')
}
const reported = (status: KardStatus, fields?: object) => (read(status, fields) as ReadEvent).transaction

describe('an event of Kard', () => {
  test.each([
    ['APPROVED', 'authorization', '2026-03-09T19:30:00-04:00', '2026-03-09T23:30:00.000Z'],
    ['SETTLED', 'clearing', '2026-03-09T19:30:00-04:00', '2026-03-11T08:00:00.000Z'],
    ['REVERSED', 'void', '2026-03-09T19:30:00-04:00', '2026-03-12T08:00:00.000Z'],
    ['DECLINED', 'void', '2026-03-09T19:30:00-04:00', '2026-03-12T08:00:00.000Z'],
    ['RETURNED', 'refund', '2026-03-12T08:00:00Z', '2026-03-12T08:00:00.000Z'],
  ] as const)('%s -> %s, dated %s, changed %s', (status, kind, datetime, updatedAt) => {
    expect(reported(status)).toEqual({
      kind,
      datetime,
      updatedAt: new Date(updatedAt),
      timezone: null,
      order: null,
      transactionId: 'kard:t1',
      originalTransactionId: kind === 'refund' ? 'kard:t1' : null,
      amountCents: 4_250,
      currency: 'USD',
      authCode: '123456',
      cardId: 'card',
      merchantId: 'casa',
      mid: 'mid',
      merchantName: 'Casa',
    })
  })

  test('RETURNED with an original -> names it', () => {
    expect(reported('RETURNED', { originalTransactionId: 't0' }).originalTransactionId).toBe('kard:t0')
  })

  test('SETTLED without the date of its authorization -> dated by the settlement', () => {
    expect(reported('SETTLED', { authorizationDate: null }).datetime).toBe('2026-03-11T08:00:00Z')
  })

  test.each(['APPROVED', 'SETTLED'] as const)('%s as a credit -> refused', status => {
    expect(read(status, { direction: 'CREDIT' })).toMatchObject({
      code: 'validation_failed',
      fieldErrors: [{ message: expect.stringContaining('must be DEBIT') }],
    })
  })
})
