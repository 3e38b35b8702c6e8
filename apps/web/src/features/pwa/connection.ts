/** How a page stands to the network. */
export interface Connection {
  readonly online: boolean
  /** Since when what is shown, or some of it, has been kept; null when it is fresh. */
  readonly keptAt: Date | null
}

const fresh: Connection = { online: true, keptAt: null }

/** Whether what is shown may be old. One per browser. */
export function createConnection(now: () => Date = () => new Date()) {
  let state = fresh
  const listeners = new Set<() => void>()

  function change(next: Connection): void {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    /** What the service worker wrote into the page, or says of an answer: the oldest counts. */
    kept(at: Date): void {
      if (Number.isNaN(at.getTime())) return
      if (state.keptAt === null || at < state.keptAt) change({ ...state, keptAt: at })
    },
    /** What is shown from here on stands as it stood at this moment. */
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
