import { type RefCallback, useCallback, useState } from 'react'

/** Whether an element has come near to what is on screen, by a margin in CSS; once it has, it stays so. */
export function useNear(margin = '300px'): readonly [RefCallback<Element>, boolean] {
  const [isNear, setIsNear] = useState(false)
  const watch = useCallback(
    (element: Element | null) => {
      if (!element) return
      const observer = new IntersectionObserver(
        entries => {
          if (!entries.some(entry => entry.isIntersecting)) return
          setIsNear(true)
          observer.disconnect()
        },
        { rootMargin: margin },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [margin],
  )
  return [watch, isNear]
}
