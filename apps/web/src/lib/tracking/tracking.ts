import type { TrackedEvent } from '@dineward/core/tracking/tracking.contract.ts'

/* Events are queued in memory until `features/tracking` sets a receiver, which depends on consent. */

/** `at` is in milliseconds since 1970. */
export type EventReceiver = (event: TrackedEvent, at: number) => void

const maxQueued = 50

let waiting: (readonly [TrackedEvent, number])[] = []
let receiver: EventReceiver | null = null
let isAccepting = true

/** Never throws. Browser only. */
export function track(event: TrackedEvent): void {
  const trackedEvent = { path: location.pathname.slice(0, 200), ...event }
  if (receiver) receiver(trackedEvent, Date.now())
  else if (isAccepting && waiting.length < maxQueued) waiting.push([trackedEvent, Date.now()])
}

/** Forward queued and future events; null discards them. */
export function setEventReceiver(next: EventReceiver | null): void {
  const waited = waiting
  waiting = []
  receiver = next
  isAccepting = next !== null
  if (next) for (const [event, at] of waited) next(event, at)
}

/** The query at page load: `source` is removed from the address later. */
export const arrivedWith: string = typeof location === 'undefined' ? '' : location.search
