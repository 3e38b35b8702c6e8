import { useEffect, useState } from 'react'

const releases = ['pointerup', 'pointercancel', 'keyup'] as const

/** False until nothing is pressed: what appears under a pressed pointer would take its click. */
export function useReleased(): boolean {
  const [isReleased, setReleased] = useState(false)
  useEffect(() => {
    if (isReleased) return
    const look = () => setReleased(!document.querySelector(':active'))
    look()
    // After the click, which follows.
    const lookLater = () => setTimeout(look)
    for (const event of releases) addEventListener(event, lookLater)
    return () => {
      for (const event of releases) removeEventListener(event, lookLater)
    }
  }, [isReleased])
  return isReleased
}
