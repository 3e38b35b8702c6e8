const idleTimeoutMs = 2_000

/** Not `scroll`, `pointerover` and `focusin`: a navigation scrolls, moves links under the pointer, and moves the focus. */
const inputEvents = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

/** Run a task when the document is loaded and the browser idle. @returns a function that cancels it */
export function whenIdle(task: () => void): () => void {
  let isCanceled = false
  const run = () => {
    if (!isCanceled) task()
  }
  const schedule = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: idleTimeoutMs })
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
  return () => {
    isCanceled = true
  }
}

export function onFirstInput(task: () => void): () => void {
  const cancel = () => {
    for (const event of inputEvents) removeEventListener(event, run)
  }
  const run = () => {
    cancel()
    task()
  }
  for (const event of inputEvents) addEventListener(event, run, { passive: true })
  return cancel
}
