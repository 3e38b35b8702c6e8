import type { ReactNode, Ref } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './reservation-part.module.css'

interface ReservationPartProps {
  readonly id: string
  readonly title: string
  /** The focus goes there when what it stood on is gone. */
  readonly ref?: Ref<HTMLElement>
  readonly note?: ReactNode
  /** The rows of the list. */
  readonly children: ReactNode
}

/** It is a part of the page of reservations: a list under its heading. */
export function ReservationPart({ id, title, ref, note, children }: ReservationPartProps) {
  return (
    <section ref={ref} tabIndex={ref ? -1 : undefined} className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {note}
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

interface ReservedAtProps {
  readonly merchantId: string
  readonly merchantName: string
}

export function ReservedAt({ merchantId, merchantName }: ReservedAtProps) {
  return (
    <h3 className={styles.name}>
      <AppLink to={`/merchants/${encodeURIComponent(merchantId)}`}>{merchantName}</AppLink>
    </h3>
  )
}
