import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addCharges,
  type DineMovements,
  isNewerVersion,
  isSameMovement,
  type Movement,
  movementKey,
} from './movements.rules.ts'
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

/**
 * It is a dine of a random month: its payment, in up to three clearings of one or several transactions, and its
 * refunds.
 */
const visit = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  minute: fc.integer({ min: 0, max: 59 }),
  place: fc.constantFrom('casa', 'osteria'),
  authorized: fc.boolean(),
  clearings: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 9_000 }), own: fc.boolean() }), {
    maxLength: 3,
  }),
  refunds: fc.array(
    fc.record({
      cents: fc.integer({ min: 1, max: 9_000 }),
      named: fc.constantFrom('original', 'same', 'not'),
    }),
    { maxLength: 3 },
  ),
})

function movementsOf(
  visits: readonly (typeof visit extends fc.Arbitrary<infer T> ? T : never)[],
): Movement[] {
  return visits.flatMap(({ day, minute, place, authorized, clearings, refunds }, index) => {
    const at = (dayOf: number) =>
      `2026-03-${String(Math.min(31, dayOf)).padStart(2, '0')}T19:${String(minute).padStart(2, '0')}:${String(index).padStart(2, '0')}`
    const of = (
      kind: Movement['kind'],
      id: string,
      cents: number,
      n: number,
      fields: Partial<Movement> = {},
    ) =>
      movement({
        kind,
        transactionId: id,
        amountCents: cents,
        merchantId: place,
        authCode: `code${index}`,
        occurredAt: at(day),
        sourceKey: movementKey({ kind, transactionId: id }),
        reportedAt: new Date(n),
        ...fields,
      })
    const id = `v${index}`
    return [
      ...(authorized ? [of('authorization', id, 4_000, 1)] : []),
      ...clearings.map(({ cents, own }, n) =>
        of('clearing', own ? `${id}-${n}` : id, cents, n, { occurredAt: at(day + n) }),
      ),
      ...refunds.map(({ cents, named }, n) =>
        of('refund', named === 'same' ? id : `${id}-r${n}`, cents, n, {
          originalTransactionId: named === 'original' ? id : null,
          occurredAt: at(day + n),
        }),
      ),
    ]
  })
}

const withoutVersionsOf = (movement: Movement, dines: readonly DineMovements[]) =>
  dines.map(each => ({ ...each, charges: each.charges.filter(other => !isSameMovement(other, movement)) }))

/** The result has the charges and refunds of each dine, and the refunds that wait. */
function booksAfter(stream: readonly Movement[]) {
  let dines: DineMovements[] = []
  const refunds = new Map<string, Movement>()
  const newest = new Map<string, Movement>()
  for (const one of stream) {
    const known = newest.get(one.sourceKey)
    if (known && !isNewerVersion(one, known)) continue
    newest.set(one.sourceKey, one)
    if (one.kind === 'refund') refunds.set(one.sourceKey, one)
    else
      dines = addCharges(withoutVersionsOf(one, dines), [one]).dines.map(each => ({
        ...(each.dine ?? dine(one)),
        charges: each.charges,
      }))
  }
  const placed = assignRefunds(dines, [...refunds.values()], () => new Set())
  const keysAt = (dineId: string | null) =>
    [...placed]
      .filter(([, id]) => id === dineId)
      .map(([key]) => key)
      .sort()
  const books = dines.map(({ dineId, charges }) => [
    charges.map(({ sourceKey, amountCents }) => `${sourceKey} ${amountCents}`).sort(),
    keysAt(dineId),
  ])
  return { books: books.sort(), waiting: keysAt(null) }
}

test('events: shuffled, repeated, with gaps, replayed -> the same dines as in order', () => {
  const days = fc.array(visit, { minLength: 1, maxLength: 6 }).chain(visits => {
    const inOrder = movementsOf(visits)
    const anyOrder = fc.shuffledSubarray(inOrder, { minLength: inOrder.length })
    return fc.tuple(
      fc.constant(inOrder),
      fc.shuffledSubarray(inOrder),
      fc.shuffledSubarray(inOrder),
      anyOrder,
    )
  })
  fc.assert(
    fc.property(days, ([inOrder, gapped, repeated, replay]) => {
      expect(booksAfter([...gapped, ...repeated, ...replay])).toEqual(booksAfter(inOrder))
    }),
    { numRuns: 1_500 },
  )
})
