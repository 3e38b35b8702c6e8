import type { ReactNode } from 'react'
import { deferred } from '../../lib/deferred/deferred.tsx'
import styles from './empty-state.module.css'
import type { SpotName } from './spot.tsx'

const Spot = deferred(
  () => import('./spot.tsx'),
  module => module.Spot,
  { fallback: <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true" /> },
)

interface EmptyStateProps {
  readonly spot: SpotName
  readonly title?: string
  readonly text?: ReactNode
  /** `page` is all that a page has, and its title the page's heading. `framed` stands beside other content. */
  readonly look?: 'plain' | 'framed' | 'page'
  readonly role?: 'alert'
  /** What to do next. */
  readonly children?: ReactNode
}

/** What is not here, why, and how to get it. */
export function EmptyState({ spot, title, text, look = 'plain', role, children }: EmptyStateProps) {
  const Heading = look === 'page' ? 'h1' : 'h2'
  return (
    <section className={`${styles.empty} ${styles[look] ?? ''}`} role={role}>
      <Spot name={spot} />
      {title ? <Heading>{title}</Heading> : null}
      {text ? <p className={styles.text}>{text}</p> : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </section>
  )
}
