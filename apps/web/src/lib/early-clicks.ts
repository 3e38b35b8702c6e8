const retryMs = 100
const maxRepeats = 300

let isHydrating = false

/** React listens to events now. */
export function noteHydration(): void {
  isHydrating = true
}

/**
 * Repeat a click on a button until its part of the page is hydrated: React stops clicks on the other parts and does not
 * replay them. Links, forms and popovers work without script. A handler outside of React ends the repetition with
 * `preventDefault`.
 */
export function repeatEarlyClicks(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let repeats = 0
  const watch = (event: MouseEvent) => {
    clearTimeout(timer)
    if (event.isTrusted) repeats = 0
    const button = buttonOf(event)
    if (!button || repeats++ > maxRepeats) return
    let hasArrived = false
    const arrive = () => {
      hasArrived = isHydrating
    }
    button.addEventListener('click', arrive, { once: true })
    timer = setTimeout(() => {
      button.removeEventListener('click', arrive)
      if (!hasArrived && !event.defaultPrevented && button.isConnected) button.click()
    }, retryMs)
  }
  addEventListener('click', watch, { capture: true })
}

function buttonOf({ target }: Event): HTMLElement | null {
  return target instanceof Element
    ? target.closest<HTMLElement>('button[type="button"]:not([popovertarget])')
    : null
}
