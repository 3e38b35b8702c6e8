import type { ContentKind } from '@dineward/core/content/content-fields.ts'

export interface ContentLog {
  info(sentence: string): void
  warn(sentence: string): void
}

/** What the log is told of a partner's content: each thing once, not at every refresh and never per request. */
export interface ContentReporter {
  /** Why kinds could not be read this time. Empty: all is well. */
  troubles(reasons: ReadonlyMap<ContentKind, string>): void
  /** What is wrong with entries of a kind. What was said before and is still so is not said again. */
  entries(kind: ContentKind, sentences: readonly string[]): void
  /** Kinds that the source does not have. */
  missing(kinds: readonly ContentKind[]): void
}

/** Of one kind; a source that is broken throughout must not fill the log. */
const maxSentences = 20

export function contentReporter(slug: string, log: ContentLog): ContentReporter {
  let said = new Set<string>()
  const saidMissing = new Set<ContentKind>()
  const saidOfEntries = new Map<ContentKind, ReadonlySet<string>>()
  return {
    troubles(reasons) {
      const now = new Set(reasons.values())
      for (const reason of now) {
        if (said.has(reason)) continue
        const kinds = [...reasons].filter(([, each]) => each === reason).map(([kind]) => kind)
        log.warn(
          `content of ${slug}: ${reason}. What was there before is shown instead of: ${kinds.join(', ')}`,
        )
      }
      if (now.size === 0 && said.size > 0) log.warn(`content of ${slug}: all of it is read again`)
      // Reasons that come and go within one outage are said once: it ends when everything is well.
      said = now.size === 0 ? now : new Set([...said, ...now])
    },
    entries(kind, sentences) {
      const before = saidOfEntries.get(kind)
      const fresh = sentences.filter(sentence => !before?.has(sentence))
      for (const sentence of fresh.slice(0, maxSentences)) log.warn(`content of ${slug}: ${sentence}`)
      const rest = fresh.length - maxSentences
      if (rest > 0) log.warn(`content of ${slug}: ${kind} — ${rest} more things are wrong`)
      saidOfEntries.set(kind, new Set(sentences))
    },
    missing(kinds) {
      const fresh = kinds.filter(kind => !saidMissing.has(kind))
      if (fresh.length > 0) log.info(`content of ${slug}: the account has no ${fresh.join(', ')}`)
      for (const kind of fresh) saidMissing.add(kind)
    },
  }
}
