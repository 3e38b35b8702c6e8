import { formatDay, formatLongTime, formatRelative, formatTime } from '../lib/format.ts'

/** A moment in the reader's time zone, which the tooltip names. */
export function Time({ at, as = 'time' }: { at: string; as?: 'time' | 'day' | 'relative' }) {
  const text = as === 'day' ? formatDay(at) : as === 'relative' ? formatRelative(at) : null
  return (
    <time dateTime={at} title={formatLongTime(at)}>
      {text ?? formatTime(at)}
    </time>
  )
}
