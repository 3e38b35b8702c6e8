import type { Cents } from '../shared/money.ts'

/** It is written `YYYY-MM`. */
export type Month = string

/** @returns the first days of a month and of the next one; null where it is no month. */
export function daysOfMonth(month: Month): { readonly from: string; readonly to: string } | null {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month)
  if (!match) return null
  const [year, number] = [Number(match[1]), Number(match[2])]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: `${month}-01`, to: `${next}-01` }
}

/** @returns the month after, or with -1 the one before. */
export function monthAfter(month: Month, count = 1): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** @param feeParts the sum of net cents times basis points, rounded down to the cent only once */
export function merchantFeeCents(feeParts: number): Cents {
  return Math.floor(feeParts / 10_000)
}

/** It writes 1000 as "10%" and 1250 as "12.5%". */
export const percentOfBasisPoints = (basisPoints: number): string => `${basisPoints / 100}%`
