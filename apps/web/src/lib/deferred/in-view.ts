/** Shell §9 sets the visible share and the duration of an impression. */
const threshold = 0.8
const seenAfterMs = 150

interface Watch {
  readonly onSeen: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

const watched = new Map<Element, Watch>()
/** It is shared: a list has fifty cards. */
let observer: IntersectionObserver | null = null

/** Call once when an element was four fifths visible for 150 ms. @returns a function that cancels it */
export function whenInView(element: Element, onSeen: () => void): () => void {
  observer ??= new IntersectionObserver(look, { threshold })
  watched.set(element, { onSeen, timer: undefined })
  observer.observe(element)
  return () => leave(element)
}

function look(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio } of entries) {
    const watch = watched.get(target)
    if (!watch) continue
    clearTimeout(watch.timer)
    if (intersectionRatio < threshold - 0.01) continue
    watch.timer = setTimeout(() => {
      leave(target)
      watch.onSeen()
    }, seenAfterMs)
  }
}

function leave(element: Element): void {
  clearTimeout(watched.get(element)?.timer)
  watched.delete(element)
  observer?.unobserve(element)
}
