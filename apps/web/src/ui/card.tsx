import type { ReactNode } from 'react'
import styles from './card.module.css'

interface CardProps {
  readonly children: ReactNode
  readonly as?: 'div' | 'section' | 'article' | 'li' | 'form' | 'aside'
  readonly padding?: 'none' | 'normal' | 'roomy'
  readonly className?: string | undefined
  readonly id?: string
  readonly role?: 'alert' | 'status'
  readonly 'aria-labelledby'?: string
  readonly 'aria-label'?: string
}

export function Card({ as: Element = 'div', padding = 'normal', className = '', ...rest }: CardProps) {
  return <Element {...rest} className={`${styles.card} ${styles[padding]} ${className}`} />
}
