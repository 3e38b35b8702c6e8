import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeKind = 'earn' | 'warn' | 'danger' | 'done' | 'plain'

interface NoticeProps {
  readonly kind: NoticeKind
  readonly title?: string
  readonly children?: ReactNode
  /** `alert` for a failure of the visitor's action, `status` for success. */
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
