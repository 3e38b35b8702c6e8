type Callback = (error: Error | null, result: { current: number; ttl: number }) => void

/** More clients in one window are an attack: then all are counted from zero, which bounds the memory. */
const maxClients = 50_000

/**
 * Calls of each client in the current window, which is the same for all. The store of the rate limit's plugin, and also for
 * answers in front of its hooks: with a window for each client, counting took a tenth of a cached page.
 */
export class CallCounts {
  readonly #counts = new Map<string, number>()
  #endsAt = 0

  /** @returns how many they are now */
  add(client: string, timeWindow: number): number {
    const now = Date.now()
    if (now >= this.#endsAt || this.#counts.size >= maxClients) {
      this.#counts.clear()
      this.#endsAt = now + timeWindow
    }
    const count = (this.#counts.get(client) ?? 0) + 1
    this.#counts.set(client, count)
    return count
  }

  incr(client: string, callback: Callback, timeWindow: number): void {
    const current = this.add(client, timeWindow)
    callback(null, { current, ttl: this.#endsAt - Date.now() })
  }

  child(): CallCounts {
    return new CallCounts()
  }
}
