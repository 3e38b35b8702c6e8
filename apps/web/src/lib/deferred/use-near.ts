import { type RefCallback, useCallback, useState } from 'react'

/** True once the element has been near the viewport, by a CSS margin. */
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
