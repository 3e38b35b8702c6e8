import { AppError } from '@dineward/core/shared/errors.ts'

/** Too many pages wait to be rendered, or this one waited too long. */
export class RenderQueueFull extends AppError {
  constructor() {
    super('unavailable')
  }
}

export interface RenderQueue {
  /** @throws RenderQueueFull */
  run<T>(work: () => Promise<T>): Promise<T>
  state(): { readonly running: number; readonly waiting: number }
}

export interface RenderQueueLimits {
  /** More would only make each slower. */
  readonly running: number
  readonly waiting: number
  readonly waitMs: number
}

export const renderQueueLimits: RenderQueueLimits = { running: 8, waiting: 512, waitMs: 2_000 }

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly reject: () => void
}

/**
 * First in, first out; fail at once when full (quality: P15). One render per event-loop turn, since it is synchronous.
 */
export function createRenderQueue(limits: RenderQueueLimits = renderQueueLimits): RenderQueue {
  const waiting: Waiting[] = []
  let running = 0
  let isScheduled = false

  function waitForSlot(): Promise<void> {
    if (waiting.length >= limits.waiting) return Promise.reject(new RenderQueueFull())
    return new Promise((resolve, reject) => {
      waiting.push({ since: performance.now(), start: resolve, reject: () => reject(new RenderQueueFull()) })
      scheduleNext()
    })
  }

  function scheduleNext(): void {
    if (isScheduled || waiting.length === 0 || running >= limits.running) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      startNext()
      scheduleNext()
    })
  }

  function startNext(): void {
    const now = performance.now()
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (now - one.since <= limits.waitMs) {
        running += 1
        one.start()
        return
      }
      one.reject()
    }
  }

  return {
    state: () => ({ running, waiting: waiting.length }),
    async run(work) {
      await waitForSlot()
      try {
        return await work()
      } finally {
        running -= 1
        scheduleNext()
      }
    },
  }
}
