const idleTimeoutMs = 2_000
/** Firefox records no paint of a page that is opened at an anchor, and a hidden page has no frames. */
const paintTimeoutMs = 2_000

/**
 * `scroll`, `pointerover` and `focusin` are not among them: a navigation scrolls, moves links under the pointer, and
 * moves the focus.
 */
const inputEvents = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

export function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: idleTimeoutMs })
  else setTimeout(task, 200)
}

/** Run a task when the document is loaded and painted, and the browser idle. */
export function whenShown(task: () => void): void {
  const schedule = () => whenPainted(() => whenIdle(task))
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
}

/**
 * A document may be loaded before it is painted, or painted again when its font has come: scripts would delay both.
 */
function whenPainted(task: () => void): void {
  let isDone = false
  const once = () => {
    if (!isDone) task()
    isDone = true
  }
  setTimeout(once, paintTimeoutMs)
  const afterNextPaint = () => requestAnimationFrame(() => requestAnimationFrame(once))
  if (PerformanceObserver.supportedEntryTypes.includes('paint'))
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      afterNextPaint()
    }).observe({ type: 'paint', buffered: true })
  else afterNextPaint()
}

export function onFirstInput(task: () => void): () => void {
  const cancel = () => {
    for (const event of inputEvents) removeEventListener(event, run)
  }
  const run = (event: Event) => {
    // Browsers send a move under a pointer at rest when a page is drawn.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !isMoved(event)) return
    cancel()
    task()
  }
  for (const event of inputEvents) addEventListener(event, run, { passive: true })
  return cancel
}

const isMoved = ({ movementX, movementY }: PointerEvent): boolean => movementX !== 0 || movementY !== 0
