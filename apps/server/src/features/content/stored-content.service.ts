import type { RawEntry } from '@dineward/core/content/content.rules.ts'
import { mediaIn, withMedia } from '@dineward/core/content/media.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import type { ContentSource } from '../../gateways/content-source.ts'
import { type ContentVersion, listShownVersions, shownMarks } from './content-versions.repository.ts'
import { readLibrary } from './media/media.service.ts'

export interface StoredContent {
  /** What the console has written, over another source. */
  over(source: ContentSource): ContentSource
  /** Of these partners, those whose content has changed since the last call, by a hand or by the clock. */
  changedOf(slugs: readonly string[]): Promise<string[]>
}

export function storedContent({ db, clock }: { readonly db: Db; readonly clock: Clock }): StoredContent {
  const reading = new Map<string, Promise<ContentVersion[]>>()
  const marks = new Map<string, string>()

  /** A refresh asks for all kinds at once: one statement answers them. */
  function versionsOf(slug: string, preview: boolean): Promise<ContentVersion[]> {
    const key = `${slug} ${preview}`
    const running = reading.get(key)
    if (running) return running
    const versions = listShownVersions(db, { partnerId: slug, now: clock.now(), preview }).then(
      withPictures(slug),
    )
    reading.set(key, versions)
    void versions.catch(() => {}).finally(() => reading.delete(key))
    return versions
  }

  const withPictures = (slug: string) => async (versions: ContentVersion[]) => {
    if (versions.every(({ fields }) => mediaIn(fields).length === 0)) return versions
    const library = await readLibrary(db, slug)
    return versions.map(version => ({
      ...version,
      fields: withMedia(version.fields, library) as ContentVersion['fields'],
    }))
  }

  return {
    over: source => ({
      async read(slug, kind, options) {
        const [under, versions] = await Promise.all([
          source.read(slug, kind, options),
          versionsOf(slug, options.preview),
        ])
        const written = versions.filter(version => version.kind === kind)
        if (written.length === 0) return under
        return replaced(under ?? [], written.map(rawEntryOf(clock.now())))
      },
    }),
    async changedOf(slugs) {
      if (slugs.length === 0) return []
      const now = await shownMarks(db, slugs, clock.now())
      return slugs.filter(slug => {
        const mark = now.get(slug) ?? ''
        const before = marks.get(slug)
        marks.set(slug, mark)
        return before !== undefined && before !== mark
      })
    },
  }
}

/** Each entry keeps its place; new ones come first, as editors expect of what they have just written. */
function replaced(under: readonly RawEntry[], written: readonly RawEntry[]): RawEntry[] {
  const bySlug = new Map(written.map(entry => [entry.slug, entry]))
  const known = new Set(under.map(({ slug }) => slug))
  const kept = under.flatMap(entry => {
    const own = bySlug.get(entry.slug)
    bySlug.delete(entry.slug)
    if (own) return [own]
    return written.some(({ slug }) => slug === entry.slug) ? [] : [entry]
  })
  return [...written.filter(({ slug }) => !known.has(slug)), ...kept]
}

const rawEntryOf =
  (now: Date) =>
  ({ slug, fields, state, shownFrom, savedAt }: ContentVersion): RawEntry => ({
    slug,
    fields,
    status: state === 'published' && (shownFrom === null || shownFrom <= now) ? 'published' : 'draft',
    published: (shownFrom ?? savedAt).toISOString(),
    updated: savedAt.toISOString(),
  })
