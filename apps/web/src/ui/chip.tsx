import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { Icon, type IconName } from './icon.tsx'

interface ChipProps {
  readonly kind?: 'plain' | 'brand' | 'earn' | 'warn' | 'danger' | 'done'
  readonly icon?: IconName
  readonly children: ReactNode
}

export function Chip({ kind = 'plain', icon, children }: ChipProps) {
  return (
    <span className={`${styles.chip} ${styles[kind] ?? ''}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
