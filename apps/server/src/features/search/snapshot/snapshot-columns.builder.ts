import { type SearchRow, SegmentBuilder } from './segment.builder.ts'
import type { BuiltSegment } from './segment.snapshot.ts'
import { type MerchantTexts, TextWriter } from './summaries.snapshot.ts'
import { TermIds } from './term-ids.snapshot.ts'

export interface BuiltSnapshot {
  readonly partners: readonly (readonly [partnerId: string, segment: BuiltSegment])[]
  readonly texts: MerchantTexts
  /** They are alphabetical, with their ids. */
  readonly terms: readonly string[]
  readonly termIds: Uint32Array
}

export class SnapshotColumns {
  readonly #texts = new TextWriter()
  readonly #terms = new TermIds()
  readonly #builders = new Map<string, SegmentBuilder>()

  /** `rows` is `SearchRow[]` as JSON. */
  add(rows: string): void {
    for (const row of JSON.parse(rows) as readonly SearchRow[]) {
      const [partnerId] = row
      let builder = this.#builders.get(partnerId)
      if (!builder) {
        builder = new SegmentBuilder(this.#texts, this.#terms)
        this.#builders.set(partnerId, builder)
      }
      builder.add(row)
    }
  }

  finish(): BuiltSnapshot {
    const partners = Array.from(this.#builders, ([id, builder]) => [id, builder.finish()] as const)
    return { partners, texts: this.#texts.finish(), ...this.#terms.sorted() }
  }
}
