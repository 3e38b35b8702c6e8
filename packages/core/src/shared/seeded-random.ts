import { hashText } from './text/hash-text.ts'

/** The same seed text gives the same numbers. */
export interface SeededRandom {
  /** It goes from 0 (included) to 1 (excluded). */
  next(): number
  /** It is a whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different elements (all of them when there are fewer), in random order. */
  some<T>(list: readonly T[], count: number): T[]
}

export function seededRandom(seed: string): SeededRandom {
  let state = hashText(seed)
  /** This is Mulberry32: short and fast, and not for security. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    int,
    chance: probability => next() < probability,
    pick: list => list[int(0, list.length - 1)]!,
    some(list, count) {
      const rest = [...list]
      const taken: typeof rest = []
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(0, rest.length - 1), 1))
      return taken
    },
  }
}
