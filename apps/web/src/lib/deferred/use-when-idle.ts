import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { onFirstInput } from './idle.ts'

const longestWaitMs = 3_000

/**
 * Whether optional work may start: at once after a document load or back navigation, else at the first input or after
 * three seconds, so that the page is shown first.
 */
export function useWhenIdle(): boolean {
  const cameByLink = useNavigationType() !== 'POP'
  const [isIdle, setIsIdle] = useState(!cameByLink)
  useEffect(() => {
    if (isIdle) return
    const start = () => setIsIdle(true)
    const timer = setTimeout(start, longestWaitMs)
    const cancel = onFirstInput(start)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [isIdle])
  return isIdle
}
