import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkEntries, entryProblemSentence, type RawEntry } from '@dineward/core/content/content.rules.ts'
import { type ContentKind, contentKinds } from '@dineward/core/content/content-fields.ts'
import { defaultContent } from '@dineward/core/content/default-content.ts'
import type { PartnerContent } from '@dineward/core/content/frame-content.ts'

/** What ships with a partner: the product's default entries, those of its folder over them. */
export interface BundledContent {
  readonly content: PartnerContent
  /** Entries that were left out, in words. */
  readonly problems: readonly string[]
}

/** Reads `partners/<slug>/content/<kind>.json`: a list of `{ slug, fields }`; `fields: null` drops a default entry. */
export async function readBundledContent(partnersDir: string, slug: string): Promise<BundledContent> {
  const problems: string[] = []
  const kinds = await Promise.all(
    contentKinds.map(async kind => {
      const own = await readEntries(join(partnersDir, slug, 'content', `${kind}.json`), problems)
      const checked = checkEntries(kind, overDefault(kind, own))
      problems.push(...checked.problems.map(entryProblemSentence))
      return [kind, checked.entries] as const
    }),
  )
  return { content: Object.fromEntries(kinds) as unknown as PartnerContent, problems }
}

async function readEntries(file: string, problems: string[]): Promise<RawEntry[]> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return []
  try {
    const entries: unknown = JSON.parse(text)
    if (Array.isArray(entries)) return entries.filter(isEntry)
    problems.push(`${file}: must be a list of entries`)
  } catch (cause) {
    problems.push(`${file}: is not valid JSON — ${cause instanceof Error ? cause.message : ''}`)
  }
  return []
}

const isEntry = (entry: unknown): entry is RawEntry =>
  typeof entry === 'object' && entry !== null && typeof (entry as RawEntry).slug === 'string'

function overDefault(kind: ContentKind, own: readonly RawEntry[]): RawEntry[] {
  const slugs = new Set(own.map(entry => entry.slug))
  const kept = (defaultContent[kind] ?? []).filter(entry => !slugs.has(entry.slug))
  return [...own.filter(entry => entry.fields !== null), ...kept]
}
