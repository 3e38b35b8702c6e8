import { csrfFallbackToken } from '@dineward/core/identity/csrf-fallback.ts'

/** The token that every write carries. It never goes stale by itself; one that the server refuses is replaced. */
export interface AntiForgeryToken {
  /** The token that is kept, or a new one. Throws where none can be had. */
  current(): Promise<string>
  /** As `current`, for what goes on behind the page: where none can be had, nobody is told. */
  quietly(): Promise<string>
  /** A new one, which is kept. One call at a time. */
  renew(): Promise<string>
  /** From now on there is a placeholder in its place, unless there is a token by now (shell §4). */
  fallBack(): void
  /** Called with the placeholder when a write has nothing better, and so is not sent. */
  onFallback: ((token: string) => void) | null
}

export function createAntiForgeryToken(fetchToken: () => Promise<string>): AntiForgeryToken {
  let kept: string | null = null
  let pending: Promise<string> | null = null

  const token: AntiForgeryToken = {
    onFallback: null,
    async current() {
      if (kept === null) return token.renew()
      if (kept !== csrfFallbackToken) return kept
      // The network may be back: that is better found out now than by a visitor who is told to refresh the page.
      return token.renew().catch((cause: unknown) => {
        token.onFallback?.(csrfFallbackToken)
        throw cause
      })
    },
    async quietly() {
      return kept === null || kept === csrfFallbackToken ? token.renew() : kept
    },
    renew() {
      pending ??= fetchToken()
        .then(fresh => {
          kept = fresh
          return fresh
        })
        .finally(() => {
          pending = null
        })
      return pending
    },
    fallBack() {
      kept ??= csrfFallbackToken
    },
  }
  return token
}
