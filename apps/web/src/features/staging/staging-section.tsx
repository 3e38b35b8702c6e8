import type { ReactNode } from 'react'
import styles from './staging.module.css'

interface StagingSectionProps {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

export function StagingSection({ id, title, text, children }: StagingSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      {children}
    </section>
  )
}

export function StagingIndex({
  label,
  of,
}: {
  label: string
  of: readonly (readonly [id: string, title: string])[]
}) {
  return (
    <nav className={styles.index} aria-label={label}>
      {of.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  )
}
