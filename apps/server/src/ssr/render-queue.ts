import { AppError } from '@dineward/core/shared/errors.ts'

/** More wanted pages than can be drawn in good time. */
export class TooBusy extends AppError {
  constructor() {
    super('unavailable')
  }
}

export interface RenderQueue {
  /** Does this when its turn comes. Throws `TooBusy` where too many wait already, or after having waited too long. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export interface RenderQueueLimits {
  /** So many at once: more would only make each of them slower. */
  readonly running: number
  readonly waiting: number
  readonly waitMs: number
}

export const renderQueueLimits: RenderQueueLimits = { running: 8, waiting: 512, waitMs: 2_000 }

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly giveUp: () => void
}

/**
 * First come, first served; who cannot be served soon is told at once, so that the others are (quality: P15). One begins
 * at each turn of the event loop: a page that waits for nothing is drawn in one go, and a crowd of them would keep
 * everything else waiting, the refusals too.
 */
export function createRenderQueue(limits: RenderQueueLimits = renderQueueLimits): RenderQueue {
  const waiting: Waiting[] = []
  let running = 0
  let isTurnComing = false

  function turn(): Promise<void> {
    if (waiting.length >= limits.waiting) return Promise.reject(new TooBusy())
    return new Promise((resolve, reject) => {
      waiting.push({ since: performance.now(), start: resolve, giveUp: () => reject(new TooBusy()) })
      waitForTurn()
    })
  }

  function waitForTurn(): void {
    if (isTurnComing || waiting.length === 0 || running >= limits.running) return
    isTurnComing = true
    setImmediate(() => {
      isTurnComing = false
      startNext()
      waitForTurn()
    })
  }

  /** Whoever has waited too long has gone, or will not wait for the rest. */
  function startNext(): void {
    const now = performance.now()
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (now - one.since <= limits.waitMs) {
        running += 1
        one.start()
        return
      }
      one.giveUp()
    }
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        running -= 1
        waitForTurn()
      }
    },
  }
}
