import * as z from 'zod/mini'
import { unknownPlaceholdersIn } from '../partner/partner-placeholders.ts'
import { checkedBy, type Problem } from '../partner/problem.ts'
import { lookUp } from '../shared/look-up.ts'
import {
  type ContentEntry,
  type ContentKind,
  contentFieldSchemas,
  globalFieldSchemas,
} from './content-fields.ts'

/** It is not validated yet. */
export interface RawEntry {
  readonly slug: string
  readonly fields: unknown
  readonly name?: unknown
  readonly status?: unknown
  readonly published?: unknown
  readonly updated?: unknown
}

export interface EntryFacts {
  readonly name: string
  readonly status: 'published' | 'draft'
  /** They are ISO times, and null where unknown. */
  readonly published: string | null
  readonly updated: string | null
}
export type CheckedEntry<K extends ContentKind = ContentKind> = ContentEntry<K> & EntryFacts

export interface EntryProblem extends Problem {
  readonly kind: ContentKind
  readonly slug: string
}

export interface CheckedEntries<K extends ContentKind = ContentKind> {
  readonly entries: readonly CheckedEntry<K>[]
  readonly problems: readonly EntryProblem[]
  /** Of entries that are served all the same. */
  readonly remarks: readonly EntryProblem[]
}

/** Any element of a source's list, so that invalid ones can be named. */
export function rawEntryOf(element: unknown): RawEntry {
  if (typeof element !== 'object' || element === null) return { slug: '', fields: undefined }
  const { slug, fields, name, status, published, updated } = element as Partial<RawEntry>
  return { slug: typeof slug === 'string' ? slug : '', fields, name, status, published, updated }
}

/** Anything but published is for previews only. */
export function isDraft({ status }: RawEntry): boolean {
  return status !== undefined && status !== null && status !== 'published'
}

/** Each entry is checked by itself: an invalid one is left out (shell §3.7). */
export function checkEntries<K extends ContentKind>(kind: K, raw: readonly RawEntry[]): CheckedEntries<K> {
  const entries: CheckedEntry<K>[] = []
  const problems: EntryProblem[] = []
  const remarks: EntryProblem[] = []
  const seen = new Set<string>()
  for (const entry of raw) {
    const about = (problem: Problem): EntryProblem => ({ kind, slug: entry.slug.slice(0, 100), ...problem })
    const outside = schemaOf(kind, entry.slug)
    if (outside.schema === null || seen.has(entry.slug)) {
      const message = outside.message ?? 'is there twice: the first one is shown'
      problems.push(about({ path: 'slug', message }))
      continue
    }
    const checked = checkedBy<unknown>(outside.schema, withoutBlanks(entry.fields))
    if (!checked.ok) {
      problems.push(...checked.problems.map(about))
      continue
    }
    seen.add(entry.slug)
    const fields = checked.value as ContentEntry<K>['fields']
    entries.push({ slug: entry.slug, type: kind, fields, ...factsOf(entry) })
    remarks.push(...unknownPlaceholders(fields).map(about))
  }
  return { entries, problems, remarks }
}

/** It reads `earn_banner "spring-2026": text — …`. */
export function entryProblemSentence({ kind, slug, path, message }: EntryProblem): string {
  return `${kind} "${slug}"${path ? `: ${path}` : ''} — ${message}`
}

type Schema =
  | { readonly schema: z.ZodMiniType; readonly message: null }
  | { readonly schema: null; readonly message: string }

function schemaOf(kind: ContentKind, slug: string): Schema {
  if (!/^[a-z0-9][\w-]{0,99}$/i.test(slug))
    return { schema: null, message: 'must be letters, digits, - and _, at most 100' }
  if (kind !== 'global') return { schema: contentFieldSchemas[kind], message: null }
  const schema = lookUp(globalFieldSchemas, slug)
  return schema ? { schema, message: null } : { schema: null, message: 'is not one that the product shows' }
}

/** A page may show it: its name is well formed, and among those of `global`. */
export const isContentEntry = (kind: ContentKind, slug: string): boolean =>
  schemaOf(kind, slug).schema !== null

/** JSON Schema of an entry's fields, for a form. */
export function fieldsSchemaOf(kind: ContentKind, slug: string): unknown {
  const { schema } = schemaOf(kind, slug)
  return schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

/** Sources write null or "" for empty fields. */
function withoutBlanks(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  // No content is nested deeper.
  if (depth > maxDepth) return undefined
  if (Array.isArray(value)) return value.map(each => withoutBlanks(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== '')
      .map(([key, each]) => [key, withoutBlanks(each, depth + 1)]),
  )
}

const maxDepth = 10

function factsOf({ slug, name, status, published, updated }: RawEntry): EntryFacts {
  const text = (value: unknown, max: number) =>
    typeof value === 'string' && value.length > 0 && value.length <= max ? value : null
  return {
    name: text(name, 200) ?? slug,
    status: isDraft({ slug, fields: null, status }) ? 'draft' : 'published',
    published: text(published, 40),
    updated: text(updated, 40),
  }
}

/** Would appear unfilled on the page. */
function unknownPlaceholders(value: unknown, path: readonly string[] = []): Problem[] {
  if (typeof value === 'string')
    return unknownPlaceholdersIn(value).map(name => ({
      path: path.join('.'),
      message: `has the placeholder {${name}}, which nothing fills in`,
    }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => unknownPlaceholders(each, [...path, key]))
}
