/** Shell §9: this much of a thing, for this long, and it was seen. */
const threshold = 0.8
const seenAfterMs = 150

interface Watch {
  readonly onSeen: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

const watched = new Map<Element, Watch>()
/** One for all: a list has fifty cards. */
let observer: IntersectionObserver | null = null

/** Calls once, when four fifths of an element have been on screen for 150 ms. Answers what takes that back. */
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
    // A browser may report the crossing with a ratio that is a hair below.
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
