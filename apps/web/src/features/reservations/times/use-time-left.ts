import { useEffect, useState } from 'react'
import { serverNow } from '../../../lib/api/server-time.ts'
import { useApp } from '../../../partner/partner-context.tsx'

/** Milliseconds since 1970 by the product's clock, as of this render. */
export function useNow(): number {
  return serverNow() + useApp().clockShiftMs
}

export function useTimeLeft(moment: string | null): number | null {
  const { clockShiftMs } = useApp()
  const leftNow = () => Math.max(0, Date.parse(moment ?? '') - serverNow() - clockShiftMs)
  const [left, setLeft] = useState(0)
  const [watched, setWatched] = useState<string | null>(null)
  if (watched !== moment) {
    setWatched(moment)
    setLeft(leftNow())
  }
  useEffect(() => {
    if (moment === null) return
    const ticking = setInterval(() => setLeft(leftNow()), 1_000)
    return () => clearInterval(ticking)
  })
  return moment === null ? null : left
}
