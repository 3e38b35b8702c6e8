import type { CheckedEntry } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import {
  type FrameContent,
  frameContentOf,
  type PartnerContent,
} from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { contentAccount } from '../../gateways/content-account.ts'
import { contentFiles } from '../../gateways/content-files.ts'
import type { ContentSource } from '../../gateways/content-source.ts'
import { bundledEntries } from './bundled-content.service.ts'
import { contentBackup } from './content-backup.repository.ts'
import { ContentCache } from './content-cache.service.ts'
import { withDefaultEntries } from './content-entries.rules.ts'
import { type ContentLog, contentReporter } from './content-report.service.ts'
import type { StoredContent } from './stored-content.service.ts'

/** Preview includes drafts; the caller checks that it is staff. */
export interface Seen {
  readonly preview: boolean
}

/** The store keeps the content of every partner in memory. Nothing here fails: unavailable content is left out. */
export interface ContentStore {
  contentOf(partner: Partner, seen?: Seen): Promise<PartnerContent>
  /** The same object until its content changes. */
  frameOf(partner: Partner, seen?: Seen): Promise<FrameContent>
  entriesOf(partner: Partner, kind: ContentKind, seen?: Seen): Promise<readonly CheckedEntry[]>
  refresh(partner: Partner): Promise<boolean>
  /** All that is used: another process has found changes. */
  refreshAll(): Promise<void>
  /** Read these partners' content now, and all used content every minute from now on. */
  keepFresh(partners: readonly Partner[]): void
  close(): void
}

export interface ContentStoreOptions {
  readonly partnersDir: string
  /** Partners without a token have their content in their folder. */
  readonly account: { readonly url: string; readonly tokens: ReadonlyMap<string, string> }
  readonly contentBackupDir: string
  /** What staff write in the console, over both. */
  readonly stored?: StoredContent
  readonly log: ContentLog
  /** Called when the regular reading found changes. */
  readonly onChange?: () => void
  readonly refreshMs?: number
  readonly patienceMs?: number
  readonly timeoutMs?: number
}

type Frames = WeakMap<Partner, { readonly content: PartnerContent; readonly frame: FrameContent }>

const published: Seen = { preview: false }

/** A change that is not announced, and one by the clock, shows within these milliseconds. */
const lookAgainMs = 3_000

export function createContentStore(options: ContentStoreOptions): ContentStore {
  const stopping = new AbortController()
  const caches = new Map<string, ContentCache>()
  const publishedFrames: Frames = new WeakMap()
  const previewedFrames: Frames = new WeakMap()
  let timer: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined

  // Partners made from another's folder share its content.
  const cacheOf = ({ source }: Partner): ContentCache => {
    const cache = caches.get(source.slug) ?? newCache(options, source.slug, stopping.signal)
    caches.set(source.slug, cache)
    return cache
  }
  const contentOf = (partner: Partner, { preview }: Seen = published) =>
    preview ? cacheOf(partner).preview() : cacheOf(partner).published()

  async function look(stored: StoredContent): Promise<void> {
    const changed = await stored.changedOf([...caches.keys()]).catch(() => [])
    await Promise.all(changed.map(slug => caches.get(slug)?.refresh()))
  }

  return {
    contentOf,
    async frameOf(partner, seen = published) {
      const content = await contentOf(partner, seen)
      const frames = seen.preview ? previewedFrames : publishedFrames
      const known = frames.get(partner)
      if (known?.content === content) return known.frame
      const fresh = frameContentOf(content, partner.settings)
      // Other kinds may have changed; a new frame object would rebuild the brand files.
      const isSame = known !== undefined && JSON.stringify(known.frame) === JSON.stringify(fresh)
      const frame = isSame ? known.frame : fresh
      frames.set(partner, { content, frame })
      return frame
    },
    async entriesOf(partner, kind, seen) {
      return (await contentOf(partner, seen))[kind] as readonly CheckedEntry[]
    },
    refresh: partner => cacheOf(partner).refresh(),
    async refreshAll() {
      await Promise.all([...caches.values()].map(cache => cache.refresh()))
    },
    keepFresh(partners) {
      for (const partner of partners) void contentOf(partner)
      timer ??= setInterval(() => {
        for (const cache of caches.values())
          void cache.refresh().then(isChanged => isChanged && options.onChange?.())
      }, options.refreshMs ?? 60_000).unref()
      const { stored } = options
      if (stored) looking ??= setInterval(() => void look(stored), lookAgainMs).unref()
    },
    close() {
      clearInterval(timer)
      clearInterval(looking)
      stopping.abort()
    },
  }
}

function newCache(options: ContentStoreOptions, slug: string, stopped: AbortSignal): ContentCache {
  const { account, partnersDir, log, stored, patienceMs = 1_500, timeoutMs = 5_000 } = options
  const withStored = (source: ContentSource) => stored?.over(source) ?? source
  const token = account.tokens.get(slug)
  const shared = { slug, report: contentReporter(slug, log), patienceMs, timeoutMs, stopped }
  if (token === undefined)
    return new ContentCache({
      ...shared,
      source: withStored(contentFiles(partnersDir)),
      complete: withDefaultEntries,
      backup: null,
      bundled: kind => bundledEntries(null, slug, kind),
    })
  return new ContentCache({
    ...shared,
    source: withStored(contentAccount(account)),
    // An entry that an editor deleted does not come back as the default.
    complete: (_kind, entries) => entries.filter(({ fields }) => fields !== null),
    backup: contentBackup(options.contentBackupDir, slug, `${account.url} ${token}`),
    bundled: kind => bundledEntries(contentFiles(partnersDir), slug, kind),
  })
}
