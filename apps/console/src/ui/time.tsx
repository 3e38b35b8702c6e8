import { createContext, useContext } from 'react'
import { formatDay, formatLongTime, formatRelative, formatTime } from '../lib/format.ts'

const Zone = createContext<string | undefined>(undefined)

/** Every time below is in this zone, in place of the reader's. */
export const TimesIn = Zone.Provider

/** A moment in the reader's time zone, or that of `TimesIn`; the tooltip names it. */
export function Time({ at, as = 'time' }: { at: string; as?: 'time' | 'day' | 'relative' }) {
  const zone = useContext(Zone)
  const text = as === 'day' ? formatDay(at) : as === 'relative' ? formatRelative(at) : null
  return (
    <time dateTime={at} title={formatLongTime(at, zone)}>
      {text ?? formatTime(at, zone)}
    </time>
  )
}
