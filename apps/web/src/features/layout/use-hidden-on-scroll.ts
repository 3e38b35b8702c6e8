import { useEffect, useState } from 'react'

/** Moves shorter than this are a resting thumb, not reading on. */
const jitter = 8
/** Within this of the top the header is always there. */
const nearTop = 80

/** True while the page is being scrolled down, false from the first move up. */
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
