import { interfaceTypeOf } from '@dineward/core/identity/activation.rules.ts'
import type { TrackedEvent, TrackingEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { useEffect } from 'react'
import type { AppContext } from '../../app-context.ts'
import { knownVisitorId } from '../../lib/browser/known-visitor.ts'
import { setEventReceiver } from '../../lib/tracking/tracking.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { createEventQueue } from './event-queue.ts'

/** Send tracked events to `POST /api/Impressions` in batches while mounted. */
export function useSendEvents(): void {
  const { api, clockShiftMs, partner } = useApp()
  useEffect(() => {
    const queue = createEventQueue<TrackingEvent>(batch => sendBatch(api, batch))
    const flush = () => {
      if (document.visibilityState === 'hidden') queue.flush()
    }
    setEventReceiver((event, at) => queue.add(enveloped(partner, event, at + clockShiftMs)))
    addEventListener('pagehide', queue.flush)
    // Mobile browsers may discard a hidden page without `pagehide`.
    document.addEventListener('visibilitychange', flush)
    return () => {
      setEventReceiver(null)
      queue.stop()
      removeEventListener('pagehide', queue.flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [api, clockShiftMs, partner])
}

function enveloped(partner: AppContext['partner'], event: TrackedEvent, at: number): TrackingEvent {
  const userAgent = navigator.userAgent.replace(/\p{Cc}/gu, ' ').slice(0, 256)
  const interfaceType = interfaceTypeOf(partner, { state: knownVisitorId() === null ? 'none' : 'known' })
  return { channel: 'web', dateTime: new Date(at).toISOString(), userAgent, interfaceType, ...event }
}

/** The API client is not used: a batch needs `keepalive` on unload, and must show no message. Failures are ignored. */
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
  // An unread response keeps its connection open.
  await response.text()
  // Signing out changes the token: replace the cached one once.
  if (response.status === 403) await (await post(await token.renew())).text()
}
