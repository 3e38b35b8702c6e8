import type { TrackedEvent } from '@dineward/core/tracking/tracking.contract.ts'

/*
 * Where any part of a page tells of an event; what becomes of it is decided once the page has come alive, by who may be
 * told (features/tracking). Until then events wait, and nothing is kept but here in memory.
 */

/** `at`: when it happened, in milliseconds since 1970. */
export type EventReceiver = (event: TrackedEvent, at: number) => void

const mostWaiting = 50

let waiting: (readonly [TrackedEvent, number])[] = []
let receiver: EventReceiver | null = null
let isHeard = true

/** Never throws, answers nothing, and may be called from anywhere in a browser. */
export function track(event: TrackedEvent): void {
  const told = { path: location.pathname.slice(0, 200), ...event }
  if (receiver) receiver(told, Date.now())
  else if (isHeard && waiting.length < mostWaiting) waiting.push([told, Date.now()])
}

/** From now on events go here, those that waited first; null: nobody may be told, and what waited is forgotten. */
export function tellEventsTo(next: EventReceiver | null): void {
  const waited = waiting
  waiting = []
  receiver = next
  isHeard = next !== null
  if (next) for (const [event, at] of waited) next(event, at)
}

/** The query that the visitor arrived with: what says who sent them may be gone from the address when it is asked for. */
export const arrivedWith: string = typeof location === 'undefined' ? '' : location.search
