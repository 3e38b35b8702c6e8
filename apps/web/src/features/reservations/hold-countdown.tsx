import { useState } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './hold-countdown.module.css'
import { minutesLeftText } from './table-time.ts'

const minuteMs = 60_000

/** How long the table is kept: seen each second, and said when it begins and when a minute is left. */
export function HoldCountdown({ leftMs }: { readonly leftMs: number }) {
  const copy = useCopy()
  const [begunWith] = useState(() => String(Math.ceil(leftMs / minuteMs)))
  return (
    <p className={styles.hold}>
      <Icon name="clock" />
      <span aria-hidden="true">
        {copy('reservation.hold')} <span className={styles.clock}>{minutesLeftText(leftMs)}</span>
      </span>
      <span role="status" className="visually-hidden">
        {leftMs > minuteMs
          ? copy('reservation.hold.start', { count: begunWith })
          : copy('reservation.hold.last')}
      </span>
    </p>
  )
}
