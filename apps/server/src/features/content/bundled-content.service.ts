import { type ContentKind, contentKinds } from '@dineward/core/content/content-fields.ts'
import type { PartnerContent } from '@dineward/core/content/frame-content.ts'
import { contentFiles } from '../../gateways/content-files.ts'
import { type ContentSource, ContentTrouble } from '../../gateways/content-source.ts'
import { type ReadEntries, readEntries, withDefaultEntries } from './content-entries.rules.ts'

export interface BundledContent {
  readonly content: PartnerContent
  readonly problems: readonly string[]
}

export async function readBundledContent(partnersDir: string, slug: string): Promise<BundledContent> {
  const problems: string[] = []
  const kinds = await Promise.all(
    contentKinds.map(async kind => {
      const read = await bundledEntries(contentFiles(partnersDir), slug, kind, { preview: true })
      problems.push(...read.sentences)
      return [kind, read.entries] as const
    }),
  )
  return { content: Object.fromEntries(kinds) as unknown as PartnerContent, problems }
}

/** Without readable files it is the product's default. It never fails. */
export async function bundledEntries(
  files: ContentSource | null,
  slug: string,
  kind: ContentKind,
  { preview } = { preview: false },
): Promise<ReadEntries> {
  const never = new AbortController().signal
  try {
    const own = (await files?.read(slug, kind, { preview, signal: never })) ?? []
    return readEntries(kind, withDefaultEntries(kind, own, { preview }), { preview })
  } catch (error) {
    const message = error instanceof ContentTrouble ? error.message : String(error)
    const read = readEntries(kind, withDefaultEntries(kind, [], { preview }), { preview })
    return { ...read, sentences: [message, ...read.sentences] }
  }
}
