/** Batch size, and the longest wait. */
const batchSize = 20
const waitMs = 2_000
/** Drop events beyond this while sending fails. */
const maxQueued = 100

export interface EventQueue<E> {
  add(event: E): void
  flush(): void
  stop(): void
}

/** Failures of `send` are ignored and not retried. One batch at a time. */
export function createEventQueue<E>(send: (batch: readonly E[]) => Promise<unknown>): EventQueue<E> {
  let waiting: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  async function sendNext(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isSending || waiting.length === 0) return
    isSending = true
    await sent(take())
    isSending = false
    plan()
  }

  function plan(): void {
    if (isSending) return
    if (waiting.length >= batchSize) void sendNext()
    else if (waiting.length > 0) timer ??= setTimeout(sendNext, waitMs)
  }

  const take = (): E[] => waiting.splice(0, batchSize)
  const sent = (batch: readonly E[]) => send(batch).catch(() => {})

  return {
    add(event) {
      if (waiting.length >= maxQueued) return
      waiting.push(event)
      plan()
    },
    flush() {
      clearTimeout(timer)
      timer = undefined
      while (waiting.length > 0) void sent(take())
    },
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
