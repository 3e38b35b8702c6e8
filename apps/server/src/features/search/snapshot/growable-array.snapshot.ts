type TypedArray = Float64Array | Uint32Array | Int32Array | Uint8Array

/** The typed array grows: an array of JavaScript numbers takes several times the memory. */
export class GrowableArray<T extends TypedArray> {
  readonly #Type: new (
    length: number,
  ) => T
  #list: T
  #length = 0

  constructor(Type: new (length: number) => T) {
    this.#Type = Type
    this.#list = new Type(1_024)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    this.#reserve(1)
    this.#list[this.#length++] = value
  }

  append(values: ArrayLike<number>): void {
    this.#reserve(values.length)
    this.#list.set(values as never, this.#length)
    this.#length += values.length
  }

  /** This is a view, not a copy. */
  values(): T {
    return this.#list.subarray(0, this.#length) as T
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#list.length) return
    const larger = new this.#Type(Math.max(this.#list.length * 2, this.#length + count))
    larger.set(this.values() as never)
    this.#list = larger
  }
}
