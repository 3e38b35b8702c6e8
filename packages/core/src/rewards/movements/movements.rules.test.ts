import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCharges,
  type DineMovements,
  groupCharges,
  isNewerVersion,
  isSameMovement,
  type Movement,
} from './movements.rules.ts'

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

describe('versions of a movement', () => {
  const version = (time: string | null, cardEventId: number) => ({
    reportedAt: time === null ? null : new Date(time),
    cardEventId,
  })
  const [early, late] = ['2026-03-09T19:30:00Z', '2026-03-09T19:30:01Z']

  test.each([
    ['a later time, received first', version(late, 1), version(early, 2), true],
    ['an earlier time, received last', version(early, 2), version(late, 1), false],
    ['the same time, received last', version(early, 2), version(early, 1), true],
    ['the same version', version(early, 1), version(early, 1), false],
    ['no time, against any time', version(null, 2), version(early, 1), false],
  ])('%s', (_, one, other, isNewer) => {
    expect(isNewerVersion(one, other)).toBe(isNewer)
  })

  test('amount: differs -> same movement; kind or transaction: differs -> another', () => {
    const clearing = movement({ transactionId: 'a' })
    expect(isSameMovement(clearing, movement({ transactionId: 'a', amountCents: 1 }))).toBe(true)
    expect(isSameMovement(clearing, movement({ transactionId: 'a', kind: 'refund' }))).toBe(false)
    expect(isSameMovement(clearing, movement({ transactionId: 'b' }))).toBe(false)
  })
})

describe('charges of one dine', () => {
  const authorization = movement({ kind: 'authorization', transactionId: 'a', authCode: 'X1' })
  const together = (...charges: Movement[]) => groupCharges(charges).length === 1

  test('are those of one transaction, whatever restaurant they name by now', () => {
    expect(together(authorization, movement({ transactionId: 'a', merchantId: 'moved' }))).toBe(true)
  })

  test.each([
    ['a further clearing of the authorized payment', { authCode: 'X1' }, true],
    ['one nine days later', { authCode: 'X1', occurredAt: '2026-03-18T19:30:00' }, true],
    ['one eleven days later', { authCode: 'X1', occurredAt: '2026-03-20T19:31:00' }, false],
    ['one at another restaurant', { authCode: 'X1', merchantId: 'other' }, false],
    ['one of another card', { authCode: 'X1', cardToken: 'other' }, false],
    ['one of the same card, linked again', { authCode: 'X1', linkedCardId: 'other' }, true],
    ['one with another code', { authCode: 'X2' }, false],
    ['one without a code', { authCode: null }, false],
    ['a second authorization with the same code', { authCode: 'X1', kind: 'authorization' as const }, false],
  ])('%s', (_, fields, belongs) => {
    expect(together(authorization, movement(fields))).toBe(belongs)
  })

  test('a code alone makes no payment: clearings that nothing authorized are dines of their own', () => {
    expect(together(movement({ authCode: 'X1' }), movement({ authCode: 'X1' }))).toBe(false)
  })

  test('a code that was used twice belongs to the payment nearest before', () => {
    const again = movement({ kind: 'authorization', authCode: 'X1', occurredAt: '2026-03-12T19:30:00' })
    const part = movement({ authCode: 'X1', occurredAt: '2026-03-13T19:30:00' })
    expect(groupCharges([part, authorization, again])).toEqual([[authorization], [again, part]])
  })
})

describe('one more charge', () => {
  const auth = (id: string, fields: Partial<Movement> = {}) =>
    movement({ kind: 'authorization', transactionId: id, authCode: 'X1', ...fields })
  const part = (id: string) =>
    movement({ transactionId: id, authCode: 'X1', occurredAt: '2026-03-10T12:00:00' })

  test('joins the dine of its transaction', () => {
    const known = dine(auth('a'))
    const charge = part('a')
    expect(addCharges([known], [charge])).toEqual({
      dines: [{ dine: known, splitFrom: null, charges: [...known.charges, charge], replaced: [] }],
      merged: [],
    })
  })

  test('begins a dine when nothing speaks for a known one', () => {
    const known = dine(auth('a'))
    const { dines, merged } = addCharges([known], [movement()])
    expect(dines.map(({ dine: reused }) => reused)).toEqual([known, null])
    expect(merged).toEqual([])
  })

  test('an authorization that comes late makes one dine of its clearings', () => {
    const [first, second] = [dine(part('b')), dine(part('c'))]
    const { dines, merged } = addCharges([first, second], [auth('a')])
    expect(dines).toMatchObject([{ dine: first, charges: { length: 3 } }])
    expect(merged).toEqual([second])
  })

  test('an authorization of its own shows that a part was a dine of its own', () => {
    const both = { ...dine(auth('a')), charges: [auth('a'), part('b')] }
    const { dines } = addCharges([both], [auth('b')])
    expect(dines).toMatchObject([
      { dine: both, charges: { length: 1 } },
      { dine: null, splitFrom: both, charges: { length: 2 } },
    ])
  })
})

describe('a claimed charge', () => {
  const claimed = movement({ transactionId: 'claim-1', amountCents: 5_000 })
  const amounts = fc.integer({ min: 2_000, max: 9_000 })
  const payment = fc.record({ authorized: fc.option(amounts), cleared: fc.option(amounts) })

  /** The charges that count in the end, by their keys. */
  function counted(charges: readonly Movement[]): string[] {
    let dines: DineMovements[] = []
    for (const charge of charges)
      dines = addCharges(dines, [charge]).dines.map(({ dine: known, charges: own }) => ({
        ...(known ?? dine(...own)),
        sourceTransactionId: own.find(each => each.transactionId !== 'claim-1')?.transactionId ?? 'claim-1',
        charges: own,
      }))
    return dines.flatMap(({ charges: own }) => own.map(({ sourceKey }) => sourceKey)).toSorted()
  }

  test('among reported payments, in any order -> the same charges count', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 3 }), fc.infiniteStream(fc.nat()), (payments, random) => {
        const reported = payments.flatMap(({ authorized, cleared }, index) => [
          ...(authorized ? [part(index, 'authorization', authorized)] : []),
          ...(cleared ? [part(index, 'clearing', cleared)] : []),
        ])
        const charges = [claimed, ...reported]
        const ranks = new Map(charges.map(charge => [charge, random.next().value]))
        const shuffled = charges.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)
        expect(counted(shuffled)).toEqual(counted(charges))
        const replacing = payments.some(
          ({ cleared }) => cleared && cleared <= 6_500 && cleared * 1.3 >= 5_000,
        )
        expect(counted(charges).includes(claimed.sourceKey)).toBe(!replacing)
      }),
    )
  })

  const part = (index: number, kind: Movement['kind'], amountCents: number) =>
    movement({ transactionId: `t${index}`, kind, amountCents })
})
