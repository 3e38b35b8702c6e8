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
import { bundledEntries } from './bundled-content.ts'
import { overDefault } from './checked-content.ts'
import { contentCopies } from './content-copies.ts'
import { type ContentLog, contentReporter } from './content-log.ts'
import { type HeldContent, holdContent } from './held-content.ts'

/** Whether drafts are wanted too: only for staff, whom the caller asks for. */
export interface Seen {
  readonly preview: boolean
}

/** The content of every partner, held in the process. Nothing here fails: content that cannot be had is left out. */
export interface ContentStore {
  /** Every kind. What is published is the same object for as long as nothing in it has changed. */
  contentOf(partner: Partner, seen?: Seen): Promise<PartnerContent>
  /** What stands around every page; the same object for as long as nothing in it has changed. */
  frameOf(partner: Partner, seen?: Seen): Promise<FrameContent>
  /** The entries of a kind, with what their source says of them. */
  entriesOf(partner: Partner, kind: ContentKind, seen?: Seen): Promise<readonly CheckedEntry[]>
  /** Reads a partner's content again, for whoever cannot wait a minute. Calls while one runs share it. */
  refresh(partner: Partner): Promise<void>
  /** Reads these partners' content now, and all that was ever asked for every minute from now on. */
  keepFresh(partners: readonly Partner[]): void
  close(): void
}

export interface ContentStoreOptions {
  readonly partnersDir: string
  /** Where editors of some partners write; the others' content is in their folder. */
  readonly account: { readonly url: string; readonly tokens: ReadonlyMap<string, string> }
  /** Holds the last good copy of what accounts have. */
  readonly copiesDir: string
  readonly log: ContentLog
  readonly refreshMs?: number
  /** How long the first page waits for an account. */
  readonly patienceMs?: number
  /** How long an account may take for one kind. */
  readonly timeoutMs?: number
}

type Frames = WeakMap<Partner, { readonly content: PartnerContent; readonly frame: FrameContent }>

const published: Seen = { preview: false }

export function createContentStore(options: ContentStoreOptions): ContentStore {
  const stopping = new AbortController()
  const holders = new Map<string, HeldContent>()
  const publishedFrames: Frames = new WeakMap()
  const previewedFrames: Frames = new WeakMap()
  let timer: NodeJS.Timeout | undefined

  // A partner that was made from another's folder reads that folder.
  const holderOf = ({ source }: Partner): HeldContent => {
    const holder = holders.get(source.slug) ?? newHolder(options, source.slug, stopping.signal)
    holders.set(source.slug, holder)
    return holder
  }
  const contentOf = (partner: Partner, { preview }: Seen = published) =>
    preview ? holderOf(partner).preview() : holderOf(partner).published()

  return {
    contentOf,
    async frameOf(partner, seen = published) {
      const content = await contentOf(partner, seen)
      const frames = seen.preview ? previewedFrames : publishedFrames
      const known = frames.get(partner)
      if (known?.content === content) return known.frame
      const fresh = frameContentOf(content, partner.settings)
      // Other kinds may have changed, and brand files are made anew for a new frame only.
      const isSame = known !== undefined && JSON.stringify(known.frame) === JSON.stringify(fresh)
      const frame = isSame ? known.frame : fresh
      frames.set(partner, { content, frame })
      return frame
    },
    async entriesOf(partner, kind, seen) {
      return (await contentOf(partner, seen))[kind] as readonly CheckedEntry[]
    },
    refresh: partner => holderOf(partner).refresh(),
    keepFresh(partners) {
      for (const partner of partners) void contentOf(partner)
      timer ??= setInterval(() => {
        for (const holder of holders.values()) void holder.refresh()
      }, options.refreshMs ?? 60_000).unref()
    },
    close() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

function newHolder(options: ContentStoreOptions, slug: string, stopped: AbortSignal): HeldContent {
  const { account, partnersDir, log, patienceMs = 1_500, timeoutMs = 5_000 } = options
  const token = account.tokens.get(slug)
  const shared = { slug, report: contentReporter(slug, log), patienceMs, timeoutMs, stopped }
  if (token === undefined)
    return holdContent({
      ...shared,
      source: contentFiles(partnersDir),
      complete: overDefault,
      copies: null,
      bundled: kind => bundledEntries(null, slug, kind),
    })
  return holdContent({
    ...shared,
    source: contentAccount(account),
    // What an editor has deleted is gone, the product's default too.
    complete: (_kind, entries) => entries,
    copies: contentCopies(options.copiesDir, slug, `${account.url} ${token}`),
    bundled: kind => bundledEntries(contentFiles(partnersDir), slug, kind),
  })
}
