import { AppError } from '@dineward/core/shared/errors.ts'

/** Too many pages wait to be rendered, or this one waited too long. */
export class RenderQueueFull extends AppError {
  constructor() {
    super('unavailable')
  }
}

export interface RenderQueue {
  /** @throws RenderQueueFull */
  run<T>(client: string, work: () => Promise<T>): Promise<T>
  state(): { readonly running: number; readonly waiting: number }
}

export interface RenderQueueLimits {
  /** More would only make each slower. */
  readonly running: number
  readonly waiting: number
  readonly waitingPerClient: number
  readonly waitMs: number
}

export const renderQueueLimits: RenderQueueLimits = {
  running: 8,
  waiting: 512,
  waitingPerClient: 64,
  waitMs: 2_000,
}

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly reject: () => void
}

/**
 * Clients take turns, each first in, first out; fail at once when full (quality: P15). One render per event-loop turn,
 * since it is synchronous.
 */
export function createRenderQueue(limits: RenderQueueLimits = renderQueueLimits): RenderQueue {
  /** By client, in the order of their turns. */
  const turns = new Map<string, Waiting[]>()
  let waiting = 0
  let running = 0
  let isScheduled = false

  function waitForSlot(client: string): Promise<void> {
    const queue = turns.get(client) ?? []
    if (waiting >= limits.waiting || queue.length >= limits.waitingPerClient)
      return Promise.reject(new RenderQueueFull())
    return new Promise((resolve, reject) => {
      queue.push({ since: performance.now(), start: resolve, reject: () => reject(new RenderQueueFull()) })
      turns.set(client, queue)
      waiting += 1
      scheduleNext()
    })
  }

  function takeNext(): Waiting | undefined {
    const [turn] = turns
    if (!turn) return undefined
    const [client, queue] = turn
    const next = queue.shift()
    waiting -= 1
    // To the end of the turns.
    turns.delete(client)
    if (queue.length > 0) turns.set(client, queue)
    return next
  }

  function scheduleNext(): void {
    if (isScheduled || waiting === 0 || running >= limits.running) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      startNext()
      scheduleNext()
    })
  }

  function startNext(): void {
    const now = performance.now()
    for (let one = takeNext(); one; one = takeNext()) {
      if (now - one.since <= limits.waitMs) {
        running += 1
        one.start()
        return
      }
      one.reject()
    }
  }

  return {
    state: () => ({ running, waiting }),
    async run(client, work) {
      await waitForSlot(client)
      try {
        return await work()
      } finally {
        running -= 1
        scheduleNext()
      }
    },
  }
}
