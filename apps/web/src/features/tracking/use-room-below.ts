import { type RefObject, useEffect } from 'react'

const room = '--room-below'

/**
 * Reserve the height of a bottom bar below the page (`--room-below`, see consent-bar.module.css), so that the bar does
 * not cover the last line or the focus.
 */
export function useRoomBelow(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(room, `${Math.ceil(element.offsetHeight)}px`)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(room)
    }
  }, [bar])
}
