import type * as z from 'zod/mini'
import { checkedBy, type Problem } from '../partner/problem.ts'
import {
  type ContentEntry,
  type ContentKind,
  contentFieldSchemas,
  type GlobalSlug,
  globalFieldSchemas,
} from './content-fields.ts'

/** An entry as a content source has it: nothing in it has been checked. */
export interface RawEntry {
  readonly slug: string
  readonly fields: unknown
}

/** What is wrong with an entry, which is left out; the rest is served. */
export interface EntryProblem extends Problem {
  readonly kind: ContentKind
  readonly slug: string
}

export interface CheckedEntries<K extends ContentKind> {
  readonly entries: readonly ContentEntry<K>[]
  readonly problems: readonly EntryProblem[]
}

/** Checks entries one by one, so that a broken one costs itself only (shell §3.7). */
export function checkEntries<K extends ContentKind>(kind: K, raw: readonly RawEntry[]): CheckedEntries<K> {
  const entries: ContentEntry<K>[] = []
  const problems: EntryProblem[] = []
  for (const { slug, fields } of raw) {
    const schema = schemaOf(kind, slug)
    if (!schema) {
      problems.push({ kind, slug, path: 'slug', message: 'is not one that the product shows' })
      continue
    }
    const checked = checkedBy<unknown>(schema, fields)
    if (checked.ok) entries.push({ slug, type: kind, fields: checked.value as ContentEntry<K>['fields'] })
    else problems.push(...checked.problems.map(problem => ({ kind, slug, ...problem })))
  }
  return { entries, problems }
}

/** "earn_banner spring-2026: fields.text — …" */
export function entryProblemSentence({ kind, slug, path, message }: EntryProblem): string {
  return `${kind} "${slug}"${path ? `: ${path}` : ''} — ${message}`
}

function schemaOf(kind: ContentKind, slug: string): z.ZodMiniType | null {
  if (kind !== 'global') return contentFieldSchemas[kind]
  return Object.hasOwn(globalFieldSchemas, slug) ? globalFieldSchemas[slug as GlobalSlug] : null
}
