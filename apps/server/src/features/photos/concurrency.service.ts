/** Concurrent calls with the same key share one run of the task. */
export function singleFlight<T>(): (key: string, task: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (key, task) => {
    const started = running.get(key) ?? task().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}

/** Run at most `count` tasks at a time, the others in order. */
export function limitConcurrency(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async task => {
    if (running >= count) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
