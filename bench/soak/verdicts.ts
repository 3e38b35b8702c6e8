/* What became of a line that was measured: while everything ran, and when it was quiet again. */

export interface Course {
  /** When it was quiet after the warm-up. */
  readonly before: number
  /** Under load, in the order of time. */
  readonly during: readonly number[]
  /** When it was quiet again. */
  readonly after: number
}

export interface Verdict {
  readonly kind: 'flat' | 'bounded' | 'growing'
  /** Whether it is what it was before the load, within 10 %. */
  readonly isBack: boolean
  /** After the load, as a share of before it. */
  readonly back: number
}

const share = 1.1

/**
 * Flat where it is what it was; bounded where it rose and then stayed, or fell again with the load. The medians of parts
 * of the load are compared, since a garbage collection moves every single value.
 * @param least smaller differences are not growth
 */
export function verdictOf({ before, during, after }: Course, least: number): Verdict {
  const isMore = (one: number, other: number) => one > other * share && one - other > least
  const thirds = [0, 1, 2].map(third =>
    during.slice((third * during.length) / 3, ((third + 1) * during.length) / 3),
  )
  const [first, second, last] = thirds.map(medianOf)
  const isBack = !isMore(after, before)
  const isStillRising = isMore(last!, second!) || (isMore(last!, first!) && isMore(second!, first!))
  const back = before === 0 ? 1 + after : after / before
  if (isBack) return { kind: isMore(Math.max(...during), before) ? 'bounded' : 'flat', isBack, back }
  return { kind: isStillRising ? 'growing' : 'bounded', isBack, back }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
