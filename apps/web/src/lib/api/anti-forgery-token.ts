import { csrfFallbackToken } from '@dineward/core/identity/csrf-fallback.ts'

/** Sent with every write. It belongs to a session; one that the server rejects is replaced. */
export interface AntiForgeryToken {
  /** It is the cached token, or a new one. @throws if neither can be had */
  current(): Promise<string>
  /** It is as `current`, without `onFallback`, for background requests. */
  quietly(): Promise<string>
  renew(): Promise<string>
  /** Another session needs another token. */
  forget(): void
  /** Use the placeholder until there is a token, and report it (shell §4). */
  fallBack(): void
  /** Called when only the placeholder is available: at first, and for each write, which is not sent. */
  onFallback: ((token: string) => void) | null
}

export function createAntiForgeryToken(fetchToken: () => Promise<string>): AntiForgeryToken {
  let cached: string | null = null
  let pending: Promise<string> | null = null

  const token: AntiForgeryToken = {
    onFallback: null,
    async current() {
      if (cached === null) return token.renew()
      if (cached !== csrfFallbackToken) return cached
      // The network may be back: try before asking the visitor to refresh.
      return token.renew().catch((cause: unknown) => {
        token.onFallback?.(csrfFallbackToken)
        throw cause
      })
    },
    async quietly() {
      return cached === null || cached === csrfFallbackToken ? token.renew() : cached
    },
    renew() {
      pending ??= fetchToken()
        .then(fresh => {
          cached = fresh
          return fresh
        })
        .finally(() => {
          pending = null
        })
      return pending
    },
    forget() {
      cached = null
    },
    fallBack() {
      if (cached !== null) return
      cached = csrfFallbackToken
      token.onFallback?.(csrfFallbackToken)
    },
  }
  return token
}
