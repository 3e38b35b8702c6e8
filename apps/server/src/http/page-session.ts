import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { ResumedSession } from '../features/identity/identity-members.read.ts'

/**
 * Calls that one page makes during rendering share one session lookup: the first finds and renews the session, and other
 * reads reuse it. A write looks it up again, and so do the calls after it.
 */
const pages = new AsyncLocalStorage<Map<string, Promise<ResumedSession | null>>>()

/** Calls made in `run` belong to one page. */
export function createPageSession(): { run<T>(call: () => T): T } {
  const sessions = new Map<string, Promise<ResumedSession | null>>()
  return { run: call => pages.run(sessions, call) }
}

export function resumeOncePerPage(
  { method, partner, sessionToken }: FastifyRequest,
  resume: () => Promise<ResumedSession | null>,
): Promise<ResumedSession | null> {
  const sessions = pages.getStore()
  if (!sessions) return resume()
  if (method !== 'GET') {
    sessions.clear()
    return resume()
  }
  const key = `${partner.slug} ${sessionToken}`
  const resumed = sessions.get(key) ?? resume()
  sessions.set(key, resumed)
  return resumed
}
