import { useEffect, useState } from 'react'

/** Ignore smaller movements, in px. */
const jitter = 8
/** Always visible this close to the top, in px. */
const nearTop = 80

/** True while scrolling down, false from the first move up. */
export function useHiddenOnScroll(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    let last = scrollY
    function follow() {
      const moved = scrollY - last
      if (Math.abs(moved) < jitter) return
      last = scrollY
      setHidden(moved > 0 && scrollY > nearTop)
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
  return hidden
}
