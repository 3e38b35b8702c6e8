import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeKind = 'earn' | 'warn' | 'danger' | 'done' | 'plain'

interface NoticeProps {
  readonly kind: NoticeKind
  readonly title?: string
  readonly children?: ReactNode
  /** `alert` where it answers what somebody just did and went wrong; `status` where it went well. */
  readonly role?: 'alert' | 'status'
  readonly icon?: IconName
}

const icons: Record<NoticeKind, IconName> = {
  earn: 'sparkle',
  warn: 'alert',
  danger: 'alert',
  done: 'check',
  plain: 'info',
}

/** A sentence that matters, in a color that means something, and a sign that says the same. */
export function Notice({ kind, title, children, role, icon = icons[kind] }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={role}>
      <Icon name={icon} className={styles.icon} />
      <div className={styles.text}>
        {title === undefined ? null : <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
