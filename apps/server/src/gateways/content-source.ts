import type { RawEntry } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'

/** The caller validates the entries. */
export interface ContentSource {
  /**
   * Entries are in display order; null for an unknown kind. Drafts may come without a preview too. @throws
   * ContentTrouble.
   */
  read(slug: string, kind: ContentKind, options: ReadOptions): Promise<readonly RawEntry[] | null>
}

export interface ReadOptions {
  readonly preview: boolean
  /** Aborted on a timeout or when the process stops. */
  readonly signal: AbortSignal
}

/** The log has it: it holds no secret and nothing of the answer. */
export class ContentTrouble extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ContentTrouble'
  }
}
