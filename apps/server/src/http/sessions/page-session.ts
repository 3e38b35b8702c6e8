import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { CurrentSession } from '../../features/identity/sessions/sessions.service.ts'
import { tokenFamily } from '../../features/identity/sessions/tokens.service.ts'

/** Reads of one page share one session lookup; a write looks it up again. */
const pages = new AsyncLocalStorage<Map<string, Promise<CurrentSession | null>>>()

export function createPageSession(): { run<T>(call: () => T): T } {
  const sessions = new Map<string, Promise<CurrentSession | null>>()
  return { run: call => pages.run(sessions, call) }
}

export function resumeOncePerPage(
  { method, partner, sessionToken }: FastifyRequest,
  resume: () => Promise<CurrentSession | null>,
): Promise<CurrentSession | null> {
  const sessions = pages.getStore()
  if (!sessions) return resume()
  if (method !== 'GET') {
    sessions.clear()
    return resume()
  }
  // The first read may have replaced the token.
  const key = `${partner.slug} ${tokenFamily(sessionToken ?? '')}`
  const resumed = sessions.get(key) ?? resume()
  sessions.set(key, resumed)
  return resumed
}
