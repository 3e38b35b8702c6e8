import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { ResumedSession } from '../features/identity/identity-members.read.ts'

/** Reads of one page share one session lookup; a write looks it up again. */
const pages = new AsyncLocalStorage<Map<string, Promise<ResumedSession | null>>>()

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
