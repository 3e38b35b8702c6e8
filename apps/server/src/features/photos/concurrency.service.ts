/** Those that ask for the same while it is under way get the same. */
export function singleFlight<T>(): (key: string, task: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, task) => {
    const started = underWay.get(key) ?? task().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}

/** Runs at most `count` tasks at a time, the others in the order they came. */
export function limitConcurrency(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async task => {
    if (running >= count) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The place goes to the next in line, without being free in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
