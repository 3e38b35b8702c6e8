import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../db/open-database.ts'
import { queryClient } from './rate-limits.repository.ts'

export interface SharedLimitOptions {
  /** Limits of the same name count together. */
  readonly name: string
  readonly max: number
  readonly windowMinutes: number
}

/**
 * Counts per key in a window that begins at the key's first use. In the database, so that all processes share them, by
 * the machine's time.
 */
export class SharedLimit {
  readonly #limiter: RateLimiterPostgres

  constructor(db: Db, { name, max, windowMinutes }: SharedLimitOptions) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: queryClient(db),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: max,
      duration: windowMinutes * 60,
      // A refused key costs no statement until its window ends.
      inMemoryBlockOnConsumed: max + 1,
    })
  }

  /** @returns false past the limit. */
  async take(key: string): Promise<boolean> {
    return (await this.millisecondsToWait(key)) === 0
  }

  /** Counts as well. @returns 0 within the limit. */
  millisecondsToWait(key: string): Promise<number> {
    return this.#limiter.consume(key).then(
      () => 0,
      reason => {
        if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext)
        throw reason
      },
    )
  }

  /** Of a call that turned out to be harmless. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(key)
  }

  /** From the next call on the key counts from zero; in other processes once they ask the database. */
  async clear(key: string): Promise<void> {
    await this.#limiter.delete(key)
  }

  /** Counts as well. @returns how many in this window, this one included, and when it ends */
  async use(key: string): Promise<{ readonly used: number; readonly endsInMs: number }> {
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key)
    return { used: consumedPoints, endsInMs: msBeforeNext }
  }

  /** @returns how many in this window, this one included. */
  async count(key: string): Promise<number> {
    return (await this.#limiter.penalty(key)).consumedPoints
  }
}
