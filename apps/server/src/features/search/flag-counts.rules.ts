/* Counts patterns of eight flags, split up at the end: a third of the time of counting bit by bit (decision 071). */
const width = 8
const patterns = 1 << width

export interface PatternCounts {
  readonly first: Int32Array
  readonly second: Int32Array
  readonly third: Int32Array
  readonly fourth: Int32Array
}

export const newPatternCounts = (): PatternCounts => ({
  first: new Int32Array(patterns),
  second: new Int32Array(patterns),
  third: new Int32Array(patterns),
  fourth: new Int32Array(patterns),
})

export function countPatterns({ first, second, third, fourth }: PatternCounts, flags: number): void {
  first[flags & (patterns - 1)]!++
  second[(flags >>> width) & (patterns - 1)]!++
  third[(flags >>> (2 * width)) & (patterns - 1)]!++
  fourth[flags >>> (3 * width)]!++
}

/** It resets the patterns. */
export function addPatterns({ first, second, third, fourth }: PatternCounts, ofBit: Float64Array): void {
  splitPatterns(first, ofBit, 0)
  splitPatterns(second, ofBit, width)
  splitPatterns(third, ofBit, 2 * width)
  splitPatterns(fourth, ofBit, 3 * width)
}

/**
 * It goes from the highest bit down: patterns that have it are the upper half, which is then added to the lower half.
 */
function splitPatterns(counts: Int32Array, ofBit: Float64Array, firstBit: number): void {
  for (let bit = width - 1; bit >= 0; bit--) {
    const half = 1 << bit
    for (let pattern = 0; pattern < half; pattern++) {
      const upper = counts[half + pattern]!
      ofBit[firstBit + bit]! += upper
      counts[pattern]! += upper
    }
  }
  counts.fill(0)
}
