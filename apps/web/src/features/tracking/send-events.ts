import { interfaceTypeOf } from '@dineward/core/identity/activation.rules.ts'
import type { TrackedEvent, TrackingEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { useEffect } from 'react'
import type { AppContext } from '../../app-context.ts'
import { knownVisitorId } from '../../lib/known-visitor.ts'
import { tellEventsTo } from '../../lib/tracking.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { createEventQueue } from './event-queue.ts'

/** Sends what pages tell of to `POST /api/Impressions`, in batches, for as long as the part is there. */
export function useSendEvents(): void {
  const { api, clockShiftMs, partner } = useApp()
  useEffect(() => {
    const queue = createEventQueue<TrackingEvent>(batch => sendBatch(api, batch))
    const flush = () => {
      if (document.visibilityState === 'hidden') queue.flush()
    }
    tellEventsTo((event, at) => queue.add(enveloped(partner, event, at + clockShiftMs)))
    addEventListener('pagehide', queue.flush)
    // On phones a page may be put away and never hear that it goes.
    document.addEventListener('visibilitychange', flush)
    return () => {
      tellEventsTo(null)
      queue.stop()
      removeEventListener('pagehide', queue.flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [api, clockShiftMs, partner])
}

/** Shell §3.8. */
function enveloped(partner: AppContext['partner'], event: TrackedEvent, at: number): TrackingEvent {
  const userAgent = navigator.userAgent.replace(/\p{Cc}/gu, ' ').slice(0, 256)
  const interfaceType = interfaceTypeOf(partner, { state: knownVisitorId() === null ? 'none' : 'known' })
  return { channel: 'web', dateTime: new Date(at).toISOString(), userAgent, interfaceType, ...event }
}

/**
 * Not through the API client: a page that goes has to leave the call behind (`keepalive`), and nothing here may show a
 * message or make anyone wait. Throws or not, nobody looks.
 */
async function sendBatch({ token }: AppContext['api'], batch: readonly TrackingEvent[]): Promise<void> {
  const body = JSON.stringify(batch)
  const post = (csrfToken: string) =>
    fetch('/api/Impressions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': csrfToken },
      credentials: 'same-origin',
      keepalive: true,
      body,
    })
  const response = await post(await token.quietly())
  // An answer that nobody reads counts as under way for as long as it is remembered, and holds its connection.
  await response.text()
  // Signing out changes the token; the one that is kept is replaced once.
  if (response.status === 403) await (await post(await token.renew())).text()
}
