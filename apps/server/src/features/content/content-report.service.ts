import type { ContentKind } from '@dineward/core/content/content-fields.ts'

export interface ContentLog {
  info(sentence: string): void
  warn(sentence: string): void
}

/** Logs each problem of a partner's content once, not at every refresh. */
export interface ContentReporter {
  /** Why kinds could not be read; empty when all could. */
  troubles(reasons: ReadonlyMap<ContentKind, string>): void
  /** Problems of a kind's entries. Unchanged ones are not logged again. */
  entries(kind: ContentKind, sentences: readonly string[]): void
  missing(kinds: readonly ContentKind[]): void
}

/** Of one kind, so that a broken source does not fill the log. */
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
      // Reasons that alternate within one outage are logged once.
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
