type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array

/** A list of numbers that grows without being an array of JavaScript's, which takes many times the room. */
export interface Growing<T extends Numbers> {
  readonly length: number
  push(value: number): void
  /** All at once (bytes of a text). */
  append(values: ArrayLike<number>): void
  /** What was pushed, without a copy. */
  values(): T
}

export function growing<T extends Numbers>(Kind: new (length: number) => T): Growing<T> {
  let list = new Kind(1_024)
  let length = 0

  function makeRoom(more: number): void {
    if (length + more <= list.length) return
    const larger = new Kind(Math.max(list.length * 2, length + more))
    larger.set(list.subarray(0, length) as never)
    list = larger
  }

  return {
    get length() {
      return length
    },
    push(value) {
      if (length === list.length) makeRoom(1)
      list[length++] = value
    },
    append(values) {
      makeRoom(values.length)
      list.set(values as never, length)
      length += values.length
    },
    values: () => list.subarray(0, length) as T,
  }
}
