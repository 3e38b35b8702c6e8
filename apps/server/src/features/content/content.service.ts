import { isContentKind } from '@dineward/core/content/content.contract.ts'
import type { CheckedEntry } from '@dineward/core/content/content.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { ContentStore } from './content-store.service.ts'

export interface ListInput {
  readonly contentType: string
  readonly contentName: string
  readonly page: number
  readonly pageSize: number
  /** Includes drafts; the caller checks that it is staff. */
  readonly preview: boolean
}

export interface EntryPage {
  readonly entries: readonly CheckedEntry[]
  readonly count: number
  readonly nextPage: number | null
  readonly previousPage: number | null
}

/** A kind without entries has one empty page. @throws `not_found` for an unknown type, kind or page. */
export async function listEntries(ctx: Context, store: ContentStore, input: ListInput): Promise<EntryPage> {
  const { contentType, contentName, page, pageSize, preview } = input
  if (contentType !== 'pages' || !isContentKind(contentName)) throw notFound('Not found.')
  const all = await store.entriesOf(ctx.partner, contentName, { preview })
  const pages = Math.max(1, Math.ceil(all.length / pageSize))
  if (page > pages) throw notFound('Invalid page.')
  return {
    entries: all.slice((page - 1) * pageSize, page * pageSize),
    count: all.length,
    nextPage: page < pages ? page + 1 : null,
    previousPage: page > 1 ? page - 1 : null,
  }
}

const notFound = (detail: string) => new AppError('not_found', { detail })
