import type { RawEntry } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'

/** Where editors write. Answers are as written there: whoever asks checks them. */
export interface ContentSource {
  /**
   * The entries of one kind, in the order they are shown; null when the source knows no such kind. Drafts come with a
   * preview; a source may send them without one too.
   * Throws ContentTrouble.
   */
  read(slug: string, kind: ContentKind, options: ReadOptions): Promise<readonly RawEntry[] | null>
}

export interface ReadOptions {
  readonly preview: boolean
  /** Ends the reading: it took too long, or the process stops. */
  readonly signal: AbortSignal
}

/** Why a source could not be read, in words for the log. They hold no secret and nothing that the source answered. */
export class ContentTrouble extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ContentTrouble'
  }
}
