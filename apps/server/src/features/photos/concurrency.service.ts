import { AppError } from '@dineward/core/shared/errors.ts'

/** Concurrent requests with the same key share one run of the task, which gets all of them. */
export function singleFlight<Request, T>() {
  const running = new Map<string, { readonly requests: Request[]; readonly answer: Promise<T> }>()
  return (key: string, request: Request, task: (requests: readonly Request[]) => Promise<T>): Promise<T> => {
    const started = running.get(key)
    if (started) {
      started.requests.push(request)
      return started.answer
    }
    const requests = [request]
    const answer = task(requests).finally(() => running.delete(key))
    running.set(key, { requests, answer })
    return answer
  }
}

/** Run at most `count` tasks at a time, the others in order. @throws `unavailable` where `maxWaiting` wait. */
export function limitConcurrency(
  count: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async task => {
    if (waiting.length >= maxWaiting) throw new AppError('unavailable')
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
