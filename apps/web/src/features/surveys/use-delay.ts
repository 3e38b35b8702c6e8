import { useEffect, useState } from 'react'

export function useDelay(delayMs: number): boolean {
  const [over, setOver] = useState(delayMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return over
}
