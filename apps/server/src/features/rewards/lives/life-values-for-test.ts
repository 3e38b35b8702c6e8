import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'

export const dates = [
  '2026-02-26',
  '2026-02-28',
  '2026-03-01',
  '2026-03-05',
  '2026-03-07',
  '2026-03-08',
  '2026-03-09',
]

export const amountOf = (random: SeededRandom) =>
  random.chance(0.1) ? random.pick([0, 33, 34]) : random.int(500, 9_000)

export const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

export function list<T>(random: SeededRandom, low: number, high: number, make: (n: number) => T): T[] {
  return Array.from({ length: random.int(low, high) }, (_, n) => make(n))
}
