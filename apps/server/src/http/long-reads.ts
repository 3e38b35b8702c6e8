import { setTimeout as sleep } from 'node:timers/promises'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { LRUCache } from 'lru-cache'

const mostKept = 20

interface Times {
  /** So long a request waits before it is told to ask again. */
  readonly waitMs?: number
  /** A caller that asks again finds what has been read within this time. */
  readonly keptMs?: number
}

/** It reads on after a request that waited too long, and answers the same person's next one. */
export class LongReads<T> {
  readonly #reads = new LRUCache<string, Promise<T>>({ max: mostKept })
  readonly #times: Required<Times>

  constructor({ waitMs = 5_000, keptMs = minutes(5) }: Times = {}) {
    this.#times = { waitMs, keptMs }
  }

  has(key: string): boolean {
    return this.#reads.has(key)
  }

  /**
   * An answer is given once: who asks after that reads once more.
   * @param key who asks, and what for @throws `being_counted` while it is read
   */
  async answer(key: string, read: () => Promise<T>): Promise<T> {
    const running = this.#reads.get(key) ?? this.#begin(key, read)
    const settled = running.then(
      () => true,
      () => true,
    )
    if (!(await Promise.race([settled, sleep(this.#times.waitMs, false, { ref: false })])))
      throw new AppError('being_counted')
    this.#reads.delete(key)
    return running
  }

  #begin(key: string, read: () => Promise<T>): Promise<T> {
    const running = read()
    this.#reads.set(key, running)
    const keep = () => {
      if (this.#reads.get(key) === running) this.#reads.set(key, running, { ttl: this.#times.keptMs })
    }
    running.then(keep, keep)
    return running
  }
}
