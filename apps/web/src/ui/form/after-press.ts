import { useEffect, useRef } from 'react'

/**
 * Runs what moves the page once no press is under way: when a target moves between press and release, its click is lost.
 * Mouse events, since they come from a finger as well, and then just before the click.
 */
export function useAfterPress(): (run: () => void) => void {
  const waiting = useRef<(() => void)[] | null>(null)
  useEffect(() => {
    const begin = () => {
      waiting.current ??= []
    }
    // The click follows the release in the same task.
    const end = () =>
      setTimeout(() => {
        const due = waiting.current ?? []
        waiting.current = null
        for (const run of due) run()
      })
    document.addEventListener('mousedown', begin, true)
    for (const event of releases) document.addEventListener(event, end, true)
    return () => {
      waiting.current = null
      document.removeEventListener('mousedown', begin, true)
      for (const event of releases) document.removeEventListener(event, end, true)
    }
  }, [])
  return run => {
    if (waiting.current) waiting.current.push(run)
    else run()
  }
}

const releases = ['mouseup', 'dragend'] as const
