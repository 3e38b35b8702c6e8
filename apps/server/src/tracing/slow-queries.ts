import type { FastifyBaseLogger } from 'fastify'
import type { QueryListener } from '../db/watch-queries.ts'

const longestText = 2_000

/** Log queries that took long, without their values. */
export function logSlowQueries(log: FastifyBaseLogger, thresholdMs: number): QueryListener {
  return text => {
    const startedAt = performance.now()
    return error => {
      const ms = Math.round(performance.now() - startedAt)
      if (ms >= thresholdMs)
        log.info({ ms, sql: text.slice(0, longestText), failed: error !== undefined }, 'slow query')
    }
  }
}
