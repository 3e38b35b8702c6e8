export interface Connection {
  readonly online: boolean
  /** When the oldest shown data was cached; null if all is fresh. */
  readonly cachedAt: Date | null
}

const fresh: Connection = { online: true, cachedAt: null }

export function createConnection(now: () => Date = () => new Date()) {
  let state = fresh
  const listeners = new Set<() => void>()

  function change(next: Connection): void {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    /** It comes from the page or a message of the service worker; the oldest counts. */
    markCached(at: Date): void {
      if (Number.isNaN(at.getTime())) return
      if (state.cachedAt === null || at < state.cachedAt) change({ ...state, cachedAt: at })
    },
    wentOffline(): void {
      change({ online: false, cachedAt: state.cachedAt ?? now() })
    },
    cameBack(): void {
      change(fresh)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): Connection => state,
  }
}

export const connection = createConnection()
