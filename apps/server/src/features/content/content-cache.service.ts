import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { CheckedEntry, RawEntry } from '@dineward/core/content/content.rules.ts'
import { type ContentKind, contentKinds } from '@dineward/core/content/content-fields.ts'
import type { PartnerContent } from '@dineward/core/content/frame-content.ts'
import { type ContentSource, ContentTrouble } from '../../gateways/content-source.ts'
import type { ContentBackup } from './content-backup.repository.ts'
import { type ReadEntries, readEntries } from './content-entries.rules.ts'
import type { ContentReporter } from './content-report.service.ts'

export interface ContentCacheOptions {
  readonly slug: string
  readonly source: ContentSource
  readonly complete: (
    kind: ContentKind,
    entries: readonly RawEntry[],
    options: { preview: boolean },
  ) => readonly RawEntry[]
  readonly backup: ContentBackup | null
  /** Used while the source and its backup have nothing. */
  readonly bundled: (kind: ContentKind) => Promise<ReadEntries>
  readonly report: ContentReporter
  /** How long the first page waits. */
  readonly patienceMs: number
  readonly timeoutMs: number
  readonly stopped: AbortSignal
}

interface CachedKind {
  readonly text: string
  readonly entries: readonly CheckedEntry[]
}

/** One partner's content in memory: what the source has, else the last backup, else what is bundled (decision 008). */
export class ContentCache {
  readonly #options: ContentCacheOptions
  readonly #kinds = new Map<ContentKind, CachedKind>()
  readonly #bundled = new Map<ContentKind, readonly CheckedEntry[]>()
  #opening: Promise<void> | null = null
  #refreshing: Promise<boolean> | null = null
  #published: PartnerContent | null = null
  #preview: { readonly readAt: number; readonly content: Promise<PartnerContent> } | null = null

  constructor(options: ContentCacheOptions) {
    this.#options = options
  }

  /** The same object until something in it changes. Waits for the first load only, up to `patienceMs`. */
  async published(): Promise<PartnerContent> {
    this.#opening ??= this.#open()
    await this.#opening
    this.#published ??= this.#publish()
    return this.#published
  }

  #publish(): PartnerContent {
    const entriesOf = (kind: ContentKind) => this.#kinds.get(kind)?.entries ?? this.#bundled.get(kind) ?? []
    const kinds = contentKinds.map(kind => [kind, entriesOf(kind)])
    return Object.fromEntries(kinds) as PartnerContent
  }

  /** With drafts, read again; a kind that cannot be read is as published. */
  preview(): Promise<PartnerContent> {
    const now = performance.now()
    if (!this.#preview || now - this.#preview.readAt > previewMs)
      this.#preview = { readAt: now, content: this.#readPreview() }
    return this.#preview.content
  }

  /** Read everything again. Never fails; concurrent calls share one run. @returns whether anything has changed. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#readAll().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #open(): Promise<void> {
    const { patienceMs, bundled } = this.#options
    await Promise.race([this.#load(), sleep(patienceMs, null, { ref: false })])
    await Promise.all(
      contentKinds.map(async kind => {
        if (!this.#kinds.has(kind)) this.#bundled.set(kind, (await bundled(kind)).entries)
      }),
    )
  }

  async #load(): Promise<void> {
    await Promise.all(
      contentKinds.map(async kind => {
        const backup = await this.#options.backup?.read(kind)
        if (backup && !this.#kinds.has(kind)) this.#store(kind, backup)
      }),
    )
    const refreshing = this.refresh()
    if (contentKinds.some(kind => !this.#kinds.has(kind))) await refreshing
  }

  async #readAll(): Promise<boolean> {
    const { slug, source, backup, report, stopped } = this.#options
    let isChanged = false
    const failures = new Map<ContentKind, string>()
    const missing: ContentKind[] = []
    await Promise.all(
      contentKinds.map(async kind => {
        try {
          const entries = await source.read(slug, kind, this.#readOptions(false))
          if (entries === null) missing.push(kind)
          // Other requests run between the kinds.
          await setImmediate()
          if (!this.#store(kind, entries ?? [])) return
          isChanged = true
          await backup?.write(kind, entries ?? [])
        } catch (error) {
          failures.set(kind, reasonOf(error))
        }
      }),
    )
    if (stopped.aborted) return false
    report.troubles(failures)
    if (backup) report.missing(contentKinds.filter(kind => missing.includes(kind)))
    return isChanged
  }

  #readOptions(preview: boolean) {
    const { stopped, timeoutMs } = this.#options
    return { preview, signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]) }
  }

  #store(kind: ContentKind, raw: readonly RawEntry[]): boolean {
    const { complete, report } = this.#options
    const text = JSON.stringify(raw)
    if (this.#kinds.get(kind)?.text === text) return false
    const published = { preview: false }
    const { entries, sentences } = readEntries(kind, complete(kind, raw, published), published)
    report.entries(kind, sentences)
    this.#kinds.set(kind, { text, entries })
    this.#published = null
    return true
  }

  async #readPreview(): Promise<PartnerContent> {
    const { slug, source, complete } = this.#options
    const published = await this.published()
    const kinds = contentKinds.map(async kind => {
      try {
        const raw = (await source.read(slug, kind, this.#readOptions(true))) ?? []
        return [kind, readEntries(kind, complete(kind, raw, { preview: true }), { preview: true }).entries]
      } catch {
        // `refresh` fails as well, and reports it.
        return [kind, published[kind]]
      }
    })
    return Object.fromEntries(await Promise.all(kinds)) as PartnerContent
  }
}

/** The requests of one page share a read. */
const previewMs = 2_000

function reasonOf(error: unknown): string {
  if (error instanceof ContentTrouble) return error.message
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return syscall ? `its backup could not be written (${code})` : `it could not be read (${message})`
}
