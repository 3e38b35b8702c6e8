type Callback = (error: Error | null, result: Count) => void

/** More clients in one window are an attack: then all are counted from zero, which bounds the memory. */
const maxClients = 50_000

interface Count {
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/**
 * Calls of each client in the current window, which is the same for all: with a window for each client, counting took a
 * tenth of a cached page. Also the store of the rate limit's plugin.
 */
export class CallCounts {
  readonly #counts = new Map<string, number>()
  #endsAt = 0

  add(client: string, timeWindow: number): Count {
    const now = Date.now()
    if (now >= this.#endsAt || this.#counts.size >= maxClients) {
      this.#counts.clear()
      this.#endsAt = now + timeWindow
    }
    const current = (this.#counts.get(client) ?? 0) + 1
    this.#counts.set(client, current)
    return { current, ttl: this.#endsAt - now }
  }

  incr(client: string, callback: Callback, timeWindow: number): void {
    callback(null, this.add(client, timeWindow))
  }

  child(): CallCounts {
    return new CallCounts()
  }
}
