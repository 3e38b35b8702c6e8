import { type RefObject, useEffect } from 'react'

const room = '--room-below'

/**
 * As much room below the page as a bar at the bottom edge takes (`--room-below`, see consent-bar.module.css): the last
 * line of the page can be read, and what gets the focus is scrolled above the bar.
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
