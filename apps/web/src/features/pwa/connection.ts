/** The state of the network. */
export interface Connection {
  readonly online: boolean
  /** When the oldest shown data was cached; null if all is fresh. */
  readonly keptAt: Date | null
}

const fresh: Connection = { online: true, keptAt: null }

export function createConnection(now: () => Date = () => new Date()) {
  let state = fresh
  const listeners = new Set<() => void>()

  function change(next: Connection): void {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    /** From the page or a message of the service worker; the oldest counts. */
    kept(at: Date): void {
      if (Number.isNaN(at.getTime())) return
      if (state.keptAt === null || at < state.keptAt) change({ ...state, keptAt: at })
    },
    /** From now on, the shown data ages. */
    wentOffline(): void {
      change({ online: false, keptAt: state.keptAt ?? now() })
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
