import { describe, expect, test } from 'vitest'
import { isSamePayment, nearestPayment } from './claimed-charges.rules.ts'

const claimed = { amountCents: 5_000, at: '2026-03-09' }

describe('a claimed charge and a reported one', () => {
  test.each([
    ['the same amount', { amountCents: 5_000 }, true],
    ['the bill without a tip of 30 %', { amountCents: 3_847 }, true],
    ['the bill with a tip of 30 %', { amountCents: 6_500 }, true],
    ['a cent more', { amountCents: 6_501 }, false],
    ['much less', { amountCents: 3_000 }, false],
    ['after midnight', { at: '2026-03-10T00:20:00' }, true],
    ['the evening before', { at: '2026-03-08T21:00:00' }, true],
    ['three days later, of the same cents', { at: '2026-03-12T00:20:00' }, true],
    ['three days before, of the same cents', { at: '2026-03-06T19:00:00' }, true],
    ['four days later', { at: '2026-03-13T00:20:00' }, false],
    ['two days later, a cent more', { amountCents: 5_001, at: '2026-03-11' }, false],
    ['the month before, a day apart', { at: '2026-02-28' }, false],
  ])('%s', (_case, fields, same) => {
    expect(isSamePayment(claimed, { ...claimed, ...fields })).toBe(same)
  })

  test('several candidates -> nearest amount, then nearest day', () => {
    const payment = (amountCents: number, at: string) => ({ amountCents, at })
    const [exact, near] = [payment(5_000, '2026-03-10T19:00:00'), payment(4_900, '2026-03-09T19:00:00')]
    const sameDay = payment(5_000, '2026-03-09T12:00:00')
    expect(nearestPayment(claimed, [near, exact])).toBe(exact)
    expect(nearestPayment(claimed, [near, exact, sameDay])).toBe(sameDay)
    const twoDaysOff = payment(5_000, '2026-03-11T19:00:00')
    expect(nearestPayment(claimed, [twoDaysOff, near])).toBe(near)
    expect(nearestPayment(claimed, [payment(9_000, '2026-03-09T19:00:00')])).toBeNull()
  })
})
