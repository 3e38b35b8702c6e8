import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { CheckedEntry, RawEntry } from '@dineward/core/content/content.rules.ts'
import { type ContentKind, contentKinds } from '@dineward/core/content/content-fields.ts'
import type { PartnerContent } from '@dineward/core/content/frame-content.ts'
import { type ContentSource, ContentTrouble } from '../../gateways/content-source.ts'
import { type ReadEntries, readEntries } from './checked-content.ts'
import type { ContentCopies } from './content-copies.ts'
import type { ContentReporter } from './content-log.ts'

/** One partner's content, held in the process. */
export interface HeldContent {
  /** The same object for as long as nothing in it has changed. Waits for the first load only, and not for long. */
  published(): Promise<PartnerContent>
  /** As staff see it, drafts too, read anew; of a kind that cannot be read, what is published. */
  preview(): Promise<PartnerContent>
  /** Reads everything again. Never fails; calls while one runs share it. */
  refresh(): Promise<void>
}

export interface HoldOptions {
  readonly slug: string
  readonly source: ContentSource
  /** Completes what the source has: a partner's files stand over the product's default. */
  readonly complete: (
    kind: ContentKind,
    entries: readonly RawEntry[],
    options: { preview: boolean },
  ) => readonly RawEntry[]
  /** Null where the source is on this disk already. */
  readonly copies: ContentCopies | null
  /** What is shown while there is nothing better. */
  readonly bundled: (kind: ContentKind) => Promise<ReadEntries>
  readonly report: ContentReporter
  /** How long the first page waits. */
  readonly patienceMs: number
  /** How long reading a kind may take. */
  readonly timeoutMs: number
  /** Says that the process stops. */
  readonly stopped: AbortSignal
}

interface Held {
  readonly text: string
  readonly entries: readonly CheckedEntry[]
}

/** Fresh, else the last good copy, else what is bundled, else nothing (decisions: Content). */
export function holdContent(options: HoldOptions): HeldContent {
  const { slug, source, complete, copies, bundled, report, patienceMs, timeoutMs, stopped } = options
  const held = new Map<ContentKind, Held>()
  const standIns = new Map<ContentKind, readonly CheckedEntry[]>()
  let opened: Promise<void> | null = null
  let running: Promise<void> | null = null
  let composed: PartnerContent | null = null
  let previewed: { readonly readAt: number; readonly content: Promise<PartnerContent> } | null = null

  async function open(): Promise<void> {
    await Promise.race([openFromCopies(), sleep(patienceMs, null, { ref: false })])
    await Promise.all(
      contentKinds.map(async kind => {
        if (!held.has(kind)) standIns.set(kind, (await bundled(kind)).entries)
      }),
    )
  }

  async function openFromCopies(): Promise<void> {
    await Promise.all(
      contentKinds.map(async kind => {
        const copy = await copies?.read(kind)
        if (copy && !held.has(kind)) hold(kind, copy)
      }),
    )
    const loading = refresh()
    if (contentKinds.some(kind => !held.has(kind))) await loading
  }

  function refresh(): Promise<void> {
    running ??= readAll().finally(() => {
      running = null
    })
    return running
  }

  async function readAll(): Promise<void> {
    const reasons = new Map<ContentKind, string>()
    const missing: ContentKind[] = []
    await Promise.all(
      contentKinds.map(async kind => {
        try {
          const entries = await source.read(slug, kind, reading(false))
          if (entries === null) missing.push(kind)
          // Kinds are worked on one by one, so that a large one keeps nobody waiting for long.
          await setImmediate()
          if (hold(kind, entries ?? [])) await copies?.write(kind, entries ?? [])
        } catch (error) {
          reasons.set(kind, reasonOf(error))
        }
      }),
    )
    if (stopped.aborted) return
    report.troubles(reasons)
    if (copies) report.missing(contentKinds.filter(kind => missing.includes(kind)))
  }

  const reading = (preview: boolean) => ({
    preview,
    signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
  })

  /** Answers whether anything is new. */
  function hold(kind: ContentKind, raw: readonly RawEntry[]): boolean {
    const text = JSON.stringify(raw)
    if (held.get(kind)?.text === text) return false
    const { entries, sentences } = readEntries(kind, complete(kind, raw, { preview: false }), {
      preview: false,
    })
    report.entries(kind, sentences)
    held.set(kind, { text, entries })
    composed = null
    return true
  }

  function compose(): PartnerContent {
    const kinds = contentKinds.map(kind => [kind, held.get(kind)?.entries ?? standIns.get(kind) ?? []])
    return Object.fromEntries(kinds) as PartnerContent
  }

  async function published(): Promise<PartnerContent> {
    opened ??= open()
    await opened
    composed ??= compose()
    return composed
  }

  function preview(): Promise<PartnerContent> {
    const now = performance.now()
    if (!previewed || now - previewed.readAt > previewMs) previewed = { readAt: now, content: readPreview() }
    return previewed.content
  }

  async function readPreview(): Promise<PartnerContent> {
    const shown = await published()
    const kinds = contentKinds.map(async kind => {
      try {
        const raw = (await source.read(slug, kind, reading(true))) ?? []
        return [kind, readEntries(kind, complete(kind, raw, { preview: true }), { preview: true }).entries]
      } catch {
        // Reading it for everybody fails as well, and says so.
        return [kind, shown[kind]]
      }
    })
    return Object.fromEntries(await Promise.all(kinds)) as PartnerContent
  }

  return { published, preview, refresh }
}

/** What one page asks for is read once. */
const previewMs = 2_000

function reasonOf(error: unknown): string {
  if (error instanceof ContentTrouble) return error.message
  const { code, name } = error as NodeJS.ErrnoException
  return `it could not be kept on disk (${code ?? name})`
}
