import { type RefObject, useEffect, useRef, useState } from 'react'

interface Ends {
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** A row that is leafed through: whether it stands at one of its ends, and how to go on by what is in sight. */
export function useCarouselEnds(
  slides: number,
): readonly [RefObject<HTMLUListElement | null>, Ends, (direction: -1 | 1) => void] {
  const row = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState<Ends>({ atStart: true, atEnd: false })
  const keepFocus = useKeptFocus(ends)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other slides may end elsewhere
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      // Browsers round where they stop.
      setEnds({ atStart: scrollLeft < 2, atEnd: scrollLeft + clientWidth > scrollWidth - 2 })
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [slides])

  const leaf = (direction: -1 | 1) => {
    const element = row.current
    keepFocus()
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element?.scrollBy({ left: direction * element.clientWidth * 0.9, behavior: calm ? 'auto' : 'smooth' })
  }
  return [row, ends, leaf]
}

/** A button that was pressed until the end is disabled there, and would lose the focus: the other one takes it. */
function useKeptFocus(ends: Ends): () => void {
  const pressed = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at an end, a button is disabled
  useEffect(() => {
    const button = pressed.current
    if (!button?.disabled) return
    pressed.current = null
    if (document.activeElement === button || document.activeElement === document.body)
      button.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
  }, [ends])
  return () => {
    const focused = document.activeElement
    pressed.current = focused instanceof HTMLButtonElement ? focused : null
  }
}
