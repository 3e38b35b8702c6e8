import { describe, expect, test } from 'vitest'
import type { DineMovements, Movement } from './movements.rules.ts'
import { assignRefunds } from './refund-assignment.rules.ts'

let count = 0
function movement(fields: Partial<Movement> = {}): Movement {
  const transactionId = fields.transactionId ?? `t${count}`
  return {
    sourceKey: `s${count++}`,
    kind: 'clearing',
    transactionId,
    originalTransactionId: null,
    authCode: null,
    amountCents: 4_250,
    occurredAt: '2026-03-09T19:30:00',
    linkedCardId: 'link',
    cardToken: 'card',
    reportedAt: null,
    cardEventId: 0,
    merchantId: 'casa',
    ...fields,
  }
}
const dine = (...charges: Movement[]): DineMovements => ({
  dineId: `d${count++}`,
  sourceTransactionId: charges[0]!.transactionId,
  cardToken: charges[0]!.cardToken,
  merchantId: charges[0]!.merchantId,
  charges,
})

const earnedNone = () => new Set<string>()

describe('a refund', () => {
  const early = dine(
    movement({ transactionId: 'early', occurredAt: '2026-03-01T12:00:00', amountCents: 5_000 }),
  )
  const late = dine(
    movement({ transactionId: 'late', occurredAt: '2026-03-05T12:00:00', amountCents: 3_000 }),
  )
  const refund = (fields: Partial<Movement>) =>
    movement({ kind: 'refund', amountCents: 1_000, occurredAt: '2026-03-06T12:00:00', ...fields })
  const placeOf = (one: Movement, others: Movement[] = []) =>
    assignRefunds([early, late], [...others, one], earnedNone).get(one.sourceKey)

  test.each([
    ['that names its transaction takes that one', { originalTransactionId: 'early' }, early.dineId],
    ['with the id of the dine itself is its void', { transactionId: 'early' }, early.dineId],
    ['that names nothing takes the newest dine', {}, late.dineId],
    ['too large for the newest takes an older one', { amountCents: 4_000 }, early.dineId],
    ['larger than any dine waits', { amountCents: 6_000 }, null],
    ['dated before the newest takes the one before it', { occurredAt: '2026-03-04T12:00:00' }, early.dineId],
    ['dated before any dine waits', { occurredAt: '2026-02-04T12:00:00' }, null],
    ['of another card waits', { cardToken: 'other' }, null],
    ['of the same card, linked again, takes the newest dine', { linkedCardId: 'other' }, late.dineId],
    ['of another card waits, even by name', { cardToken: 'other', originalTransactionId: 'early' }, null],
    ['of another restaurant waits', { merchantId: 'other' }, null],
    ['of an unknown restaurant waits', { merchantId: null }, null],
    ['that names what we have not seen waits for it', { originalTransactionId: 'unseen' }, null],
  ])('%s', (_, fields, dineId) => {
    expect(placeOf(refund(fields))).toBe(dineId)
  })

  test('finds only what others have left', () => {
    const first = refund({ amountCents: 2_500 })
    expect(placeOf(refund({ amountCents: 1_000, occurredAt: '2026-03-07T12:00:00' }), [first])).toBe(
      early.dineId,
    )
  })

  test('does not take from an authorization alone', () => {
    const pending = dine(movement({ kind: 'authorization' }))
    const one = refund({ occurredAt: '2026-03-10T12:00:00' })
    expect(assignRefunds([pending], [one], earnedNone).get(one.sourceKey)).toBeNull()
  })
})

describe('a refund that names no known transaction', () => {
  const monday = dine(movement({ occurredAt: '2026-03-02T12:00:00', amountCents: 20_000, authCode: 'M1' }))
  const friday = dine(movement({ occurredAt: '2026-03-06T12:00:00', amountCents: 19_500, authCode: 'F1' }))
  const refund = (fields: Partial<Movement>) =>
    movement({ kind: 'refund', amountCents: 19_000, occurredAt: '2026-03-07T12:00:00', ...fields })
  const assign = (refunds: readonly Movement[], ...earned: readonly DineMovements[]) => {
    const dines = assignRefunds([monday, friday], refunds, () => new Set(earned.map(({ dineId }) => dineId)))
    return refunds.map(({ sourceKey }) => dines.get(sourceKey))
  }

  test.each([
    ['code of the older dine -> that one', { authCode: 'M1' }, [friday], monday],
    [
      'code and a larger amount than the dine has left -> that one',
      { authCode: 'F1', amountCents: 19_600 },
      [monday],
      friday,
    ],
    ['amount of the older dine -> that one', { amountCents: 20_000 }, [friday], monday],
    ['amount of a dine that earned nothing -> that one', { amountCents: 19_500 }, [monday], friday],
    ['an unknown code, the older one earned -> that one', { authCode: 'R9' }, [monday], monday],
    ['both earned -> the newest', {}, [monday, friday], friday],
    ['none earned -> the newest', {}, [], friday],
    [
      'a code, and a transaction that is not known -> the dine with the code',
      { authCode: 'M1', originalTransactionId: 'unseen' },
      [friday],
      monday,
    ],
    [
      'code of a dine of another day, after the refund -> not that one',
      { authCode: 'F1', occurredAt: '2026-03-05T12:00:00' },
      [],
      monday,
    ],
  ])('%s', (_, fields, earned, expected) => {
    expect(assign([refund(fields)], ...earned)).toEqual([expected.dineId])
  })

  test('code and amount outrank the date of refunds: a later one with the code goes first', () => {
    const later = { occurredAt: '2026-03-08T12:00:00' }
    expect(assign([refund({}), refund({ ...later, authCode: 'F1' })])).toEqual([monday.dineId, friday.dineId])
    expect(assign([refund({}), refund({ ...later, amountCents: 19_500 })])).toEqual([
      monday.dineId,
      friday.dineId,
    ])
  })

  test('one of several dines with the code: exactly the amount, then one that covers it, then one that earned', () => {
    const [small, exact, large] = [1_000, 2_000, 3_000].map((amountCents, day) =>
      dine(movement({ amountCents, authCode: 'X1', occurredAt: `2026-03-0${day + 1}T12:00:00` })),
    )
    const place = (amountCents: number) => {
      const one = refund({ amountCents, authCode: 'X1' })
      const assigned = assignRefunds([small!, exact!, large!], [one], () => new Set([exact!.dineId]))
      return assigned.get(one.sourceKey)
    }
    expect([2_000, 2_500, 900, 9_000].map(place)).toEqual(
      [exact, large, exact, exact].map(each => each!.dineId),
    )
  })
})
