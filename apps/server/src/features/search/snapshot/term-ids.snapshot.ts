/** No folded word has this sign: the rest of the term is the name of a dish. */
export const dishMark = '~'

/** All segments of a snapshot share these numbers for the words of restaurants. */
export class TermIds {
  readonly #ids: Map<string, number>

  constructor(sorted: readonly string[] = [], ids: Uint32Array = new Uint32Array()) {
    this.#ids = new Map(sorted.map((term, at) => [term, ids[at]!]))
  }

  get size(): number {
    return this.#ids.size
  }

  all(): Iterable<readonly [term: string, id: number]> {
    return this.#ids
  }

  idOf(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    this.#ids.set(term, this.#ids.size)
    return this.#ids.size - 1
  }

  /** Sorted, so that the main thread does not have to. */
  sorted(): { readonly terms: readonly string[]; readonly termIds: Uint32Array } {
    const entries = [...this.#ids].sort(([a], [b]) => (a < b ? -1 : 1))
    return { terms: entries.map(([term]) => term), termIds: Uint32Array.from(entries, ([, id]) => id) }
  }
}
