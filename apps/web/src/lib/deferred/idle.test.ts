import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenShown } from './idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('requestIdleCallback', undefined)
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task, 16))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function observerThat(observe: (report: () => void) => void): void {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['paint']
      readonly report: () => void
      constructor(report: (list: object, observer: object) => void) {
        this.report = () => report({}, this)
      }
      observe(): void {
        observe(this.report)
      }
      disconnect(): void {}
    },
  )
}

test('a paint that is never recorded, as at an anchor in Firefox -> runs after two seconds', () => {
  observerThat(() => {})
  const task = vi.fn()
  whenShown(task)
  vi.advanceTimersByTime(2_300)
  expect(task).toHaveBeenCalledOnce()
})

test('a paint that is recorded -> runs with it, and not again', () => {
  observerThat(report => report())
  const task = vi.fn()
  whenShown(task)
  vi.advanceTimersByTime(300)
  expect(task).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(5_000)
  expect(task).toHaveBeenCalledOnce()
})
