import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { ResumedSession } from '../features/identity/identity-members.read.ts'

/**
 * The calls that one page makes inside the process are one visit: its session is found and renewed by the first of them,
 * and the others that only read go by what that found. A call that changes something asks anew, and so do those after it.
 */
const visits = new AsyncLocalStorage<Map<string, Promise<ResumedSession | null>>>()

/** Calls made in `run` belong to one page. */
export function onePage(): { run<T>(call: () => T): T } {
  const visit = new Map<string, Promise<ResumedSession | null>>()
  return { run: call => visits.run(visit, call) }
}

export function resumedOnce(
  { method, partner, sessionToken }: FastifyRequest,
  resume: () => Promise<ResumedSession | null>,
): Promise<ResumedSession | null> {
  const visit = visits.getStore()
  if (!visit) return resume()
  if (method !== 'GET') {
    visit.clear()
    return resume()
  }
  const key = `${partner.slug} ${sessionToken}`
  const resumed = visit.get(key) ?? resume()
  visit.set(key, resumed)
  return resumed
}
