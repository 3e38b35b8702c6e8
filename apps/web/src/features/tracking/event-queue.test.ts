import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventQueue } from './event-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place)

/** It has a queue, its sent batches, and a network with manual responses. */
function scene() {
  const batches: number[][] = []
  const answers: { ok(): void; fail(): void }[] = []
  const queue = createEventQueue<number>(batch => {
    batches.push([...batch])
    return new Promise<void>((resolve, reject) => {
      answers.push({ ok: resolve, fail: () => reject(new Error('offline')) })
    })
  })
  const add = (events: readonly number[]) => {
    for (const event of events) queue.add(event)
  }
  return { queue, batches, answers, add }
}

test('events within two seconds: one batch', async () => {
  const { batches, add } = scene()
  add([1, 2])
  await vi.advanceTimersByTimeAsync(1_500)
  add([3])
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(batches).toEqual([[1, 2, 3]])
})

test('twenty events: sent at once', () => {
  const { batches, add } = scene()
  add(numbers(1, 21))
  expect(batches).toEqual([numbers(1, 20)])
})

test('batch in flight: the next one waits', async () => {
  const { batches, answers, add } = scene()
  add(numbers(1, 45))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(batches).toHaveLength(1)
  answers[0]!.ok()
  await vi.advanceTimersByTimeAsync(0)
  expect(batches).toEqual([numbers(1, 20), numbers(21, 40)])
  answers[1]!.ok()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(batches[2]).toEqual(numbers(41, 45))
})

test('batch fails: dropped, the next one is sent', async () => {
  const { batches, answers, add } = scene()
  add(numbers(1, 20))
  answers[0]!.fail()
  await vi.advanceTimersByTimeAsync(0)
  add([21])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(batches).toEqual([numbers(1, 20), [21]])
})

test('no response: at most a hundred events queued', () => {
  const { queue, batches, add } = scene()
  add(numbers(1, 500))
  queue.flush()
  expect(batches.flat()).toEqual(numbers(1, 120))
})

test('page unloads: queued events are sent, even during a batch', async () => {
  const { queue, batches, add } = scene()
  add(numbers(1, 25))
  queue.flush()
  expect(batches).toEqual([numbers(1, 20), numbers(21, 25)])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(batches).toHaveLength(2)
})

test('consent withdrawn: queued events are dropped', async () => {
  const { queue, batches, add } = scene()
  add([1, 2, 3])
  queue.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  queue.flush()
  expect(batches).toEqual([])
})
