import {
  type CheckedEntries,
  checkEntries,
  entryProblemSentence,
  isDraft,
  type RawEntry,
} from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import { defaultContent } from '@dineward/core/content/default-content.ts'
import { cleanRichText } from './rich-text.rules.ts'

export interface ReadEntries extends CheckedEntries {
  readonly sentences: readonly string[]
}

/** Clean and validate a source's entries. A preview includes drafts, in the place of the published entry. */
export function readEntries(
  kind: ContentKind,
  entries: readonly RawEntry[],
  { preview }: { readonly preview: boolean },
): ReadEntries {
  const chosen = preview ? draftsFirst(entries) : entries.filter(entry => !isDraft(entry))
  const checked = checkEntries(
    kind,
    chosen.map(entry => ({ ...entry, fields: cleanRichText(entry.fields) })),
  )
  return {
    ...checked,
    sentences: [...checked.problems, ...checked.remarks].map(entryProblemSentence),
  }
}

/** A partner's files replace default entries by their slug; `"fields": null` drops one. */
export function withDefaultEntries(
  kind: ContentKind,
  own: readonly RawEntry[],
  { preview }: { readonly preview: boolean },
): readonly RawEntry[] {
  const shown = own.filter(entry => preview || !isDraft(entry))
  const slugs = new Set(shown.map(entry => entry.slug))
  const defaults = (defaultContent[kind] ?? []).filter(entry => !slugs.has(entry.slug))
  return [...shown.filter(entry => entry.fields !== null), ...defaults]
}

/** Each draft takes the place of its published entry. */
function draftsFirst(entries: readonly RawEntry[]): RawEntry[] {
  const drafts = new Map(entries.filter(isDraft).map(entry => [entry.slug, entry]))
  const published = new Set(entries.filter(entry => !isDraft(entry)).map(entry => entry.slug))
  return entries
    .filter(entry => !isDraft(entry) || !published.has(entry.slug))
    .map(entry => drafts.get(entry.slug) ?? entry)
}
